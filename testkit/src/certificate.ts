import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A key with a certificate of its own, as sign-in providers hand them out. */
export interface KeyWithCertificate {
  privateKey: KeyObject
  keyPem: string
  certificatePem: string
}

const SHA256_WITH_RSA = '2a864886f70d01010b'
const COMMON_NAME = '550403'

/** Makes an RSA key and a self-signed certificate for it (RFC 5280), valid between the two instants. */
export function aCertificate(
  options: { from?: Date; until?: Date; bits?: number; name?: string } = {},
): KeyWithCertificate {
  const from = options.from ?? new Date(Date.now() - 3600_000)
  const until = options.until ?? new Date(Date.now() + 365 * 86_400_000)
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: options.bits ?? 2048 })
  const algorithm = der(0x30, der(0x06, Buffer.from(SHA256_WITH_RSA, 'hex')), der(0x05))
  const commonName = der(0x0c, Buffer.from(options.name ?? 'Test provider'))
  const name = der(0x30, der(0x31, der(0x30, der(0x06, Buffer.from(COMMON_NAME, 'hex')), commonName)))
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    der(0x30, time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const certificate = der(0x30, body, algorithm, signature).toString('base64')
  return {
    privateKey,
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), content])
}

function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
}
