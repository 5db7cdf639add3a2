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

/** Command lines of the part of a recording from one time to another. */
function commandLines(plot, from, to) {
  return commandTemplates(plot).map((words) => words.map((word) => {
    if (word === "{from}") return from.toFixed(3);
    return word === "{to}" ? to.toFixed(3) : quoted(word);
  }).join(" "));
}

/** The templates that the page gives, or else those of a recording of touches. */
function commandTemplates(plot) {
  const source = plot.source;
  if (source?.commands) return source.commands;
  const isTouches = ["touchpad", "touchscreen"].includes(plot.stage?.kind);
  if (!source?.path || !isTouches) return [];
  const path = source.path.startsWith("-") ? `./${source.path}` : source.path;
  const part = ["--from", "{from}", "--to", "{to}"];
  return [
    ["replay", "convert", ...part, path, "part.evemu"],
    ["replay", "explain", ...part, ...(source.options ?? []), path],
  ];
}
