// Makes command lines of a selection, quoted for a POSIX shell.

const PLAIN_ARGUMENT = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Characters that a terminal or a page would not show as they are. */
const HIDDEN_CHARACTER = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** An argument that a shell passes on unchanged; hidden characters become escapes of bash and zsh. */
function quoted(argument) {
  if (PLAIN_ARGUMENT.test(argument)) return argument;
  if (!HIDDEN_CHARACTER.test(argument)) return `'${argument.replaceAll("'", "'\\''")}'`;
  const bytes = [...new TextEncoder().encode(argument)];
  return `$'${bytes.map(quotedByte).join("")}'`;
}

function quotedByte(byte) {
  const character = String.fromCharCode(byte);
  if (byte < 0x20 || byte > 0x7e) return `\\x${byte.toString(16).padStart(2, "0")}`;
  return character === "'" || character === "\\" ? `\\${character}` : character;
}

/** The page's command lines, for the part of a recording from one time to another. */
function commandLines(plot, from, to) {
  return (plot.source?.commands ?? []).map((words) => words.map((word) => {
    if (word === "{from}") return from.toFixed(3);
    return word === "{to}" ? to.toFixed(3) : quoted(word);
  }).join(" "));
}
