const OOXML = 'application/vnd.openxmlformats-officedocument'
const BINARY = 'application/octet-stream'
const OLE = 'application/x-ole-storage'

/** First bytes that identify a type: hexadecimal, from an offset. */
const SIGNATURES: readonly [type: string, hex: string, offset?: number][] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '474946383761'],
  ['image/gif', '474946383961'],
  ['image/webp', '57454250', 8],
  ['image/avif', '6674797061766966', 4],
  ['image/heic', '6674797068656963', 4],
  ['image/tiff', '49492a00'],
  ['image/tiff', '4d4d002a'],
  ['image/bmp', '424d'],
  ['image/vnd.microsoft.icon', '00000100'],
  ['application/pdf', '255044462d'],
  ['application/rtf', '7b5c727466'],
  ['application/gzip', '1f8b08'],
  ['application/x-bzip2', '425a68'],
  ['application/x-xz', 'fd377a585a00'],
  ['application/zstd', '28b52ffd'],
  ['application/x-7z-compressed', '377abcaf271c'],
  ['application/vnd.rar', '526172211a07'],
  ['application/x-tar', '7573746172', 257],
  [OLE, 'd0cf11e0a1b11ae1'],
  ['application/vnd.sqlite3', '53514c69746520666f726d6174203300'],
  ['application/x-executable', '7f454c46'],
  ['application/vnd.microsoft.portable-executable', '4d5a'],
  ['application/x-mach-binary', 'cffaedfe'],
  ['application/wasm', '0061736d'],
  ['application/java-vm', 'cafebabe'],
  ['application/vnd.tcpdump.pcap', 'd4c3b2a1'],
  ['application/vnd.tcpdump.pcap', 'a1b2c3d4'],
  ['application/x-pcapng', '0a0d0d0a'],
  ['video/mp4', '66747970', 4],
  ['video/webm', '1a45dfa3'],
  ['audio/wav', '57415645', 8],
  ['audio/ogg', '4f676753'],
  ['audio/flac', '664c6143'],
  ['audio/mpeg', '494433'],
  ['audio/mpeg', 'fffb'],
]

/** What a text is called by the end of its name: the content is text in any case. */
const TEXTS: Record<string, string> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  json: 'application/json',
  jsonl: 'application/jsonl',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  js: 'text/javascript',
  css: 'text/css',
  eml: 'message/rfc822',
  ics: 'text/calendar',
  vcf: 'text/vcard',
}

/** Bytes from the beginning that suffice. */
export const HEAD_BYTES = 8192

/**
 * The media type by the first bytes of a file; its name only distinguishes kinds of text and of OLE files. The fallback is
 * `application/octet-stream`. The type that the sender claims is ignored.
 */
export function mediaTypeOf(head: Uint8Array, name: string): string {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, HEAD_BYTES))
  if (bytes.length === 0) return 'text/plain'
  const hex = bytes.subarray(0, 300).toString('hex')
  if (/^504b(?:0304|0506|0708)/.test(hex)) return zipType(bytes, name)
  for (const [type, signature, offset = 0] of SIGNATURES)
    if (hex.startsWith(signature, offset * 2) && (signature.length > 4 || !isText(bytes)))
      return type === OLE ? oleType(bytes, name) : type
  if (isText(bytes)) return textType(bytes, name)
  // The body of an email can be in any encoding; its headers are ASCII.
  return MAIL.test(bytes.toString('latin1')) && !bytes.includes(0) ? 'message/rfc822' : BINARY
}

/** Begins the names of the streams in an Outlook message; where they are depends on the program that wrote it. */
const OUTLOOK = Buffer.from('__substg1.0_', 'utf16le')

function oleType(bytes: Buffer, name: string): string {
  return endingOf(name) === 'msg' || bytes.includes(OUTLOOK) ? 'application/vnd.ms-outlook' : OLE
}

function zipType(bytes: Buffer, name: string): string {
  const names = bytes.toString('latin1')
  const document = /mimetype(application\/vnd\.oasis\.[a-z0-9.-]+)/.exec(names)
  if (document?.[1] !== undefined) return document[1]
  if (names.includes('[Content_Types].xml') || names.includes('_rels/.rels')) {
    const ending = endingOf(name)
    if (names.includes('word/') || ending === 'docx') return `${OOXML}.wordprocessingml.document`
    if (names.includes('xl/') || ending === 'xlsx') return `${OOXML}.spreadsheetml.sheet`
    if (names.includes('ppt/') || ending === 'pptx') return `${OOXML}.presentationml.presentation`
  }
  return names.includes('META-INF/MANIFEST.MF') ? 'application/java-archive' : 'application/zip'
}

// oxlint-disable-next-line no-control-regex -- these are what a text never holds
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/

function isText(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff') return true
  try {
    // `stream` forgives a character that the end of the head has cut.
    return !CONTROLS.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }))
  } catch {
    // Not UTF-8, so no text: that is the answer.
    return false
  }
}

const MAIL =
  /^(?:return-path|received|delivered-to|message-id|mime-version|from|dkim-signature|arc-[a-z-]+|authentication-results|x-[a-z-]+): [^\n]*\n(?:[\w-]+: |\s)/i

function textType(bytes: Buffer, name: string): string {
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  const start = text.slice(0, 1_000).toLowerCase()
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return 'text/html'
  if (start.startsWith('<svg') || (start.startsWith('<?xml') && start.includes('<svg')))
    return 'image/svg+xml'
  if (start.startsWith('<?xml')) return 'text/xml'
  const ending = endingOf(name)
  if (ending === 'html' || ending === 'htm') return 'text/html'
  if (MAIL.test(text)) return 'message/rfc822'
  return TEXTS[ending] ?? 'text/plain'
}

function endingOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}
