import { X509Certificate } from 'node:crypto'

const SMALLEST_RSA_BITS = 2048

export type ReadCertificate = { pem: string; key: string } | { code: string; message: string }

/** A signing certificate in PEM, or what is wrong with it. Texts may be PEM or the bare base64 of metadata. */
export function readCertificate(text: string, now: Date): ReadCertificate {
  const certificate = parse(text)
  if (certificate === null) return { code: 'not_a_certificate', message: 'Not a valid X.509 certificate' }
  if (certificate.validToDate < now)
    return { code: 'expired', message: `This certificate expired on ${day(certificate.validToDate)}` }
  const { publicKey } = certificate
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0
  if (publicKey.asymmetricKeyType !== 'rsa')
    return { code: 'unsupported_key', message: 'Only certificates with RSA keys are supported' }
  if (bits < SMALLEST_RSA_BITS)
    return { code: 'weak_key', message: `The key has ${bits} bits; the minimum is ${SMALLEST_RSA_BITS}` }
  return { pem: certificate.toString(), key: certificate.fingerprint256 }
}

function parse(text: string): X509Certificate | null {
  const body = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+=*$/.test(body)) return null
  try {
    return new X509Certificate(Buffer.from(body, 'base64'))
  } catch {
    // Not a certificate: the caller says so at the field.
    return null
  }
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10)
}
