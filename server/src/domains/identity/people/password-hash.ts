import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'

/** OWASP's first choice for Argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/** One password however it was typed: NIST SP 800-63B section 5.1.1.2 asks for a normal form before hashing. */
function canonical(password: string): string {
  return password.normalize('NFKC')
}

/** Argon2id hash in the PHC string form. */
export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), COST)
}

/** True when the password belongs to the hash; a hash that can't be read belongs to none. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verify(passwordHash, canonical(password))
  } catch {
    // Only an unreadable hash throws.
    return false
  }
}

/** True when the hash was made at another cost than today's, and is to be renewed at the next login. */
export function isOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(CURRENT)
}

let decoy: Promise<string> | undefined

/** A hash that no password fits: verifying against it takes the time that a known user's takes. */
export function decoyHash(): Promise<string> {
  decoy ??= hashPassword(randomBytes(32).toString('base64url'))
  return decoy
}
