const K = new Uint32Array(64)
const INITIAL = new Uint32Array(8)

// The constants of FIPS 180-4 are the fractional parts of roots of the first primes.
function prepare(): void {
  let found = 0
  for (let candidate = 2; found < 64; candidate++) {
    let prime = true
    for (let factor = 2; factor * factor <= candidate; factor++) if (candidate % factor === 0) prime = false
    if (!prime) continue
    if (found < 8) INITIAL[found] = (Math.sqrt(candidate) % 1) * 2 ** 32
    K[found] = (Math.cbrt(candidate) % 1) * 2 ** 32
    found += 1
  }
}

const rotate = (x: number, n: number): number => (x >>> n) | (x << (32 - n))

/** SHA-256 of bytes as hex (FIPS 180-4): synchronous and the same in browser and server. */
export function sha256(bytes: Uint8Array): string {
  if (K[0] === 0) prepare()
  const state = Uint32Array.from(INITIAL)
  const whole = bytes.length & ~63
  const words = new Uint32Array(64)
  for (let offset = 0; offset < whole; offset += 64) compress(state, bytes, offset, words)
  const rest = bytes.length - whole
  const tail = new Uint8Array(rest < 56 ? 64 : 128)
  tail.set(bytes.subarray(whole))
  tail[rest] = 0x80
  const view = new DataView(tail.buffer)
  view.setUint32(tail.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(tail.length - 4, (bytes.length << 3) >>> 0)
  for (let offset = 0; offset < tail.length; offset += 64) compress(state, tail, offset, words)
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
}

// Indexes stay inside the fixed arrays, so `?? 0` only satisfies the type checker.
function compress(state: Uint32Array, bytes: Uint8Array, offset: number, w: Uint32Array): void {
  for (let i = 0; i < 16; i++) {
    const at = offset + i * 4
    w[i] =
      ((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15] ?? 0
    const y = w[i - 2] ?? 0
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10)
    w[i] = (w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (w[i] ?? 0)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  const next = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = (state[i] ?? 0) + (next[i] ?? 0)
}
