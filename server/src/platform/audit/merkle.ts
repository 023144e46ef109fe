import { createHash } from 'node:crypto'

/**
 * The Merkle tree hash of RFC 6962 §2.1 over leaves that arrive one by one; it keeps one digest per level. The first
 * byte distinguishes leaves from nodes, so that no node can pass for a leaf.
 */
export class MerkleRoot {
  /** Complete subtrees, largest first. */
  readonly #trees: { size: number; digest: Buffer }[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  add(leaf: string): void {
    this.#count += 1
    let tree = { size: 1, digest: sha256(0, Buffer.from(leaf)) }
    for (let last = this.#trees.at(-1); last?.size === tree.size; last = this.#trees.at(-1)) {
      this.#trees.pop()
      tree = { size: tree.size * 2, digest: sha256(1, last.digest, tree.digest) }
    }
    this.#trees.push(tree)
  }

  /** Hexadecimal; of no leaves the digest of nothing. */
  root(): string {
    const digests = this.#trees.map((tree) => tree.digest)
    let right = digests.pop()
    if (right === undefined) return createHash('sha256').digest('hex')
    for (let left = digests.pop(); left !== undefined; left = digests.pop()) right = sha256(1, left, right)
    return right.toString('hex')
  }
}

function sha256(kind: number, ...parts: Buffer[]): Buffer {
  const hash = createHash('sha256').update(Buffer.of(kind))
  for (const part of parts) hash.update(part)
  return hash.digest()
}
