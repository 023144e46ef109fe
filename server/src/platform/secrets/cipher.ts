import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a random nonce: nonce, tag and ciphertext in one. `context` must be the same to open it. */
export function encrypt(key: Buffer, context: string, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Opens what `encrypt` made; throws when key, context or bytes are not the same. */
export function decrypt(key: Buffer, context: string, box: Buffer): Buffer {
  if (box.length < IV_BYTES + TAG_BYTES) throw new Error('The encrypted text is truncated')
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(box.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(box.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}
