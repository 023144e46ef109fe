import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const ECDSA_WITH_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const YEARS = 10

/**
 * A fresh key with a self-signed certificate (RFC 5280) as PEM. Between mail servers encryption is opportunistic
 * (RFC 3207, 7435): no one checks the name, but who listens on the way reads nothing.
 */
export function ownCertificate(name: string, now: Date): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(0x30, der(0x06, Buffer.from(ECDSA_WITH_SHA256, 'hex')))
  const commonName = der(0x0c, Buffer.from(name.slice(0, 64)))
  const names = der(0x30, der(0x31, der(0x30, der(0x06, Buffer.from(COMMON_NAME, 'hex')), commonName)))
  const until = new Date(now.getTime() + YEARS * 365 * 86_400_000)
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    // A serial number is positive.
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    names,
    der(0x30, time(new Date(now.getTime() - 86_400_000)), time(until)),
    names,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const certificate = der(0x30, body, algorithm, signature).toString('base64')
  const lines = certificate.replace(/.{64}/g, '$&\n').trim()
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
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
