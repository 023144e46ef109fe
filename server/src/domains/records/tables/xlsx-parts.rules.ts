import { escapeHtml } from '@caseloom/contract/kernel/escape-html'
/** Places of the cell styles in the style sheet of our workbooks. */
export const DATE = 1
export const DATE_TIME = 2
export const TIME = 3
export const HEAD = 4

/** Day zero of the serial dates, and the first day from which all programs count alike. */
const EPOCH_MS = Date.UTC(1899, 11, 30)
const FIRST_MS = Date.UTC(1900, 2, 1)
const DAY_MS = 86_400_000

/** An instant as a serial day with its fraction; null for days before March 1900, which spreadsheets count wrong. */
export function serialOf(instant: string): number | null {
  const ms = Date.parse(instant)
  return Number.isNaN(ms) || ms < FIRST_MS ? null : (ms - EPOCH_MS) / DAY_MS
}

/** The instant of a serial day, to the millisecond. */
export function instantOf(serial: number): Date {
  return new Date(Math.round(serial * DAY_MS) + EPOCH_MS)
}

// Line breaks and all that XML cannot hold are written as _xHHHH_, and so is a text that looks like that.
// oxlint-disable-next-line no-control-regex -- the characters that XML 1.0 forbids
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g

/** A text inside XML as Office writes it. */
export function escapeXml(text: string): string {
  const allowed = text.replace(
    FORBIDDEN,
    (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
  return escapeHtml(allowed).replaceAll('"', '&quot;')
}

/** The text that Office wrote so; entities have been read by the parser. */
export function unescapeOffice(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** All files of a workbook but its sheets. */
export function bookFiles(sheets: number): [string, string][] {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1)
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'
  return [
    [
      '[Content_Types].xml',
      `${HEADER}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetType}"/>`).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${HEADER}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${HEADER}<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets>${numbers.map((n) => `<sheet name="Records${n === 1 ? '' : ` ${n}`}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEADER}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${REL}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${sheets + 1}" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${HEADER}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm:ss.000"/><numFmt numFmtId="166" formatCode="hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    ],
  ]
}
