// Our side: a child process that speaks the protocol in README.md. A query that it cannot run is an answer with an error;
// what breaks the protocol is a Failure.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { hash_of } from './canonical.mjs';
import { Failure } from './failure.mjs';

// Of a line of text that is quoted in an error.
const most_characters = 200;

export class Runner {
  #program;
  #child;
  #lines;
  #ended;
  #ending = null;  // how it ended, once it has

  constructor(program, options) {
    this.#program = program;
    this.#child = spawn(program, options.map(String), { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#ended = new Promise((resolve) => {
      this.#child.on('error', (error) => resolve((this.#ending = error.message)));
      this.#child.on('close', (code, signal) => resolve((this.#ending = `ended with ${signal ?? `exit code ${code}`}`)));
    });
    // Writing to one that has ended: the answer that does not come says so.
    this.#child.stdin.on('error', () => {});
  }

  // What its first line says. Requires: nothing was asked yet.
  async ready() {
    const line = await this.#next_line();
    if (line === null) throw this.#failure(await this.#ended);
    const information = this.#parsed(line);
    if (information.ready !== true) throw this.#unexpected(line, '{"ready":true,...}');
    return information;
  }

  // { nanoseconds, rows, hash, text } or { error }.
  async run(query) {
    if (this.#ending === null) this.#child.stdin.write(`run ${query}\n`);
    const line = await this.#next_line();
    if (line === null) return { error: `the runner ${await this.#ended}` };
    const answer = this.#parsed(line);
    if (answer.query !== query) throw this.#unexpected(line, `an answer to query ${query}`);
    if (typeof answer.error === 'string') return { error: answer.error };
    const { nanoseconds, rows, hash, text } = answer;
    if (!(Number.isSafeInteger(nanoseconds) && nanoseconds > 0)) throw this.#unexpected(line, '"nanoseconds" above 0');
    if (typeof text !== 'string') throw this.#unexpected(line, 'the rows in "text"');
    const lines = text.split('\n').length - 1;
    if (rows !== lines) throw this.#failure(`query ${query}: "rows" is ${rows}, expected ${lines} as in "text"`);
    const expected = hash_of(text);
    if (hash !== expected) throw this.#failure(`query ${query}: "hash" is ${hash}, expected ${expected} as of "text"`);
    return { nanoseconds, rows, hash, text };
  }

  // Ends its input, at which it ends.
  async stop() {
    this.#child.stdin.end();
    return this.#ended;
  }

  async #next_line() {
    const { value, done } = await this.#lines.next();
    return done ? null : value;
  }

  #parsed(line) {
    try {
      const value = JSON.parse(line);
      if (value !== null && typeof value === 'object') return value;
    } catch {
      // Said below, as of any other line that is no object.
    }
    throw this.#unexpected(line, 'a JSON object');
  }

  #unexpected(line, expected) {
    return this.#failure(`printed ${line.slice(0, most_characters)}, expected ${expected}`);
  }

  #failure(what) {
    return new Failure(`${this.#program}: ${what}`);
  }
}
