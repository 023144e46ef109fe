import type { JsonValue } from '@caseloom/contract/kernel/json'

/**
 * A 128-bit hash (hex) that is the same for equal JSON, regardless of the order of properties. On a replay, it detects
 * a changed command; it doesn't protect against deliberate collisions.
 */
export function hashInput(value: JsonValue): string {
  const hash = new Hash()
  add(value, hash)
  return hash.finish()
}

function add(value: JsonValue, hash: Hash): void {
  if (typeof value === 'string') return hash.text('s', value)
  if (typeof value === 'number') return hash.text('n', JSON.stringify(value))
  if (typeof value !== 'object' || value === null) return hash.text('c', String(value))
  if (Array.isArray(value)) {
    hash.text('a', String(value.length))
    for (const item of value) add(item, hash)
    return
  }
  const keys = Object.keys(value).sort()
  hash.text('o', String(keys.length))
  for (const key of keys) {
    hash.text('k', key)
    add(value[key] ?? null, hash)
  }
}

/** Four lanes of 32 bits over UTF-16 units (the mixing of cyrb128); each text goes in with its length. */
class Hash {
  #a = 1779033703
  #b = 3144134277
  #c = 1013904242
  #d = 2773480762

  text(kind: string, text: string): void {
    this.#unit(kind.charCodeAt(0))
    this.#unit(text.length)
    for (let index = 0; index < text.length; index++) this.#unit(text.charCodeAt(index))
  }

  #unit(unit: number): void {
    const { imul } = Math
    this.#a = this.#b ^ imul(this.#a ^ unit, 597399067)
    this.#b = this.#c ^ imul(this.#b ^ unit, 2869860233)
    this.#c = this.#d ^ imul(this.#c ^ unit, 951274213)
    this.#d = this.#a ^ imul(this.#d ^ unit, 2716044179)
  }

  finish(): string {
    const { imul } = Math
    const a = imul(this.#c ^ (this.#a >>> 18), 597399067)
    const b = imul(this.#d ^ (this.#b >>> 22), 2869860233)
    const c = imul(a ^ (this.#c >>> 17), 951274213)
    const d = imul(b ^ (this.#d >>> 19), 2716044179)
    return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a]
      .map((lane) => (lane >>> 0).toString(16).padStart(8, '0'))
      .join('')
  }
}
