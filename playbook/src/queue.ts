/** First in, first out, without moving what waits. */
export class Queue<T> {
  #items: T[] = []
  #head = 0

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    const item = this.#items[this.#head]
    if (item === undefined) return undefined
    this.#head += 1
    if (this.#head === this.#items.length) {
      this.#items.length = 0
      this.#head = 0
    } else if (this.#head >= 1_024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }
}
