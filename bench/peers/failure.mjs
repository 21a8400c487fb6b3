// What ends the comparison without an answer: one clear line for the user and exit code 2. Anything else that is thrown is
// a fault of this program and keeps its stack.
export class Failure extends Error {}
