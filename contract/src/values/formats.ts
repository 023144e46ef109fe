const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/** A network address as a number. */
export interface IpBits {
  width: 32 | 128
  value: bigint
}

/** The bits of an address; null when the text is none. */
export function ipBits(address: string): IpBits | null {
  const four = IPV4.exec(address)
  if (four !== null) {
    const parts = four.slice(1)
    // A leading zero is octal to some readers: refused rather than guessed.
    if (parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith('0')))) return null
    return { width: 32, value: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n) }
  }
  if (!address.includes(':') || !/^[0-9a-f:.]+$/i.test(address)) return null
  const host = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1)
  if (host === undefined) return null
  const [head = '', tail] = host.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
  return { width: 128, value: groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n) }
}

/** RFC 5952: lower case, the longest run of zeros as "::". The parser of addresses writes it that way. */
export function writeIp({ width, value }: IpBits): string {
  const size = width === 32 ? 8n : 16n
  const count = width === 32 ? 4 : 8
  const groups = Array.from({ length: count }, (_none, at) => {
    const shift = size * BigInt(count - 1 - at)
    return (value >> shift) & ((1n << size) - 1n)
  })
  if (width === 32) return groups.join('.')
  const long = groups.map((group) => group.toString(16)).join(':')
  return URL.parse(`http://[${long}]/`)?.hostname.slice(1, -1) ?? long
}

/** An address, or a network with the bits of its hosts cleared; a network of one address is the address. */
export function canonicalIp(text: string): string | null {
  const [address = '', length, ...rest] = text.split('/')
  const bits = ipBits(address)
  if (bits === null || rest.length > 0) return null
  if (length === undefined) return writeIp(bits)
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
  if (!(prefix <= bits.width)) return null
  const hosts = BigInt(bits.width - prefix)
  const network = writeIp({ ...bits, value: (bits.value >> hosts) << hosts })
  return prefix === bits.width ? network : `${network}/${prefix}`
}

/** Digits of a telephone number, with a plus when it is international; null when it is none. */
export function canonicalTelephone(text: string): string | null {
  const digits = text
    .replace(/^tel:/i, '')
    .replace(/^(\+[\d\s]*)\(0\)/, '$1')
    .replace(/[\s().\u00a0/\u2010-\u2015-]/g, '')
    .replace(/^00/, '+')
  return /^\+[1-9]\d{2,14}$|^\d{3,15}$/.test(digits) ? digits : null
}
