/** A call in the last place of a function: the caller of the function makes it. */
export class Thunk {
  readonly call: (context: unknown) => unknown
  constructor(call: (context: unknown) => unknown) {
    this.call = call
  }
}

/** Makes the calls that a function has left to its caller; `context` replaces a missing first argument. */
export function finish(value: unknown, context: unknown): unknown {
  let result = value
  while (result instanceof Thunk) result = result.call(context)
  return result
}
