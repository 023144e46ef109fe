const MAX_WAIT_MS = 3000

/** Counts what has begun and isn't on its way to the server yet. */
export class Pending {
  #count = 0
  #waiting: (() => void)[] = []

  get isBusy(): boolean {
    return this.#count > 0
  }

  add(): void {
    this.#count += 1
  }

  done(): void {
    this.#count = Math.max(0, this.#count - 1)
    if (this.isBusy) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const go of waiting) go()
  }

  /** Settles once nothing is pending, or after 3 seconds if the server doesn't answer. */
  idle(): Promise<void> {
    if (!this.isBusy) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, MAX_WAIT_MS)
      this.#waiting.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}
