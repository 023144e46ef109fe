/** Passes on the latest value per key, immediately when it was quiet and then at most once per `quietMs`. */
export class Coalescer<Value> {
  readonly #quietMs: number
  readonly #pass: (key: string, value: Value) => void
  readonly #keys = new Map<string, { timer: NodeJS.Timeout; next: { value: Value } | null }>()

  constructor(quietMs: number, pass: (key: string, value: Value) => void) {
    this.#quietMs = quietMs
    this.#pass = pass
  }

  push(key: string, value: Value): void {
    const waiting = this.#keys.get(key)
    if (waiting !== undefined) {
      waiting.next = { value }
      return
    }
    this.#wait(key)
    this.#pass(key, value)
  }

  stop(): void {
    for (const { timer } of this.#keys.values()) clearTimeout(timer)
    this.#keys.clear()
  }

  #wait(key: string): void {
    const timer = setTimeout(() => {
      const next = this.#keys.get(key)?.next ?? null
      this.#keys.delete(key)
      if (next !== null) this.push(key, next.value)
    }, this.#quietMs)
    timer.unref()
    this.#keys.set(key, { timer, next: null })
  }
}
