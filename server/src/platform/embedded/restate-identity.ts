import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Makes the engine's Ed25519 key once (PEM, 0600) and answers the public half as the SDK's `identityKeys` take it:
 * `publickeyv1_` and the 32 raw bytes in base58. With it workers accept requests of this engine only.
 */
export function ensureIdentityKey(pemFile: string): string {
  if (!existsSync(pemFile)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(`${pemFile}.new`, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    renameSync(`${pemFile}.new`, pemFile)
  }
  const jwk = createPublicKey(createPrivateKey(readFileSync(pemFile))).export({ format: 'jwk' })
  return `publickeyv1_${base58(Buffer.from(jwk.x ?? '', 'base64url'))}`
}

function base58(bytes: Buffer): string {
  let text = ''
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= 58n) {
    text = `${ALPHABET[Number(rest % 58n)]}${text}`
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(Math.max(zeros, 0)) + text
}
