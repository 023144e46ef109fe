export interface FrameTexts {
  /** "Image blocked" */
  picture: string
  scheme: 'light' | 'dark'
}

/** The policy holds even if the sanitizer had a hole: nothing is loaded, nothing runs, nothing is sent. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/** The document of the sandboxed frame around HTML that the server has sanitized. */
export function mailFrame(html: string, { picture, scheme }: FrameTexts): string {
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="referrer" content="no-referrer">',
    `<style>:root{color-scheme:${scheme}}${STYLE}.picture::before{content:${cssText(picture)}}</style>`,
    `</head><body>${html}</body></html>`,
  ].join('')
}

const STYLE = [
  'body{margin:0;padding:16px 20px;font:14px/22px Inter,system-ui,sans-serif;color:CanvasText;overflow-wrap:anywhere}',
  'table{border-collapse:collapse;max-width:100%}td,th{padding:2px 6px 2px 0;vertical-align:top;text-align:start}',
  'pre{white-space:pre-wrap}blockquote{margin:8px 0;padding-inline-start:12px;border-inline-start:2px solid GrayText}',
  '.link{text-decoration:underline;text-underline-offset:2px}',
  '.link::after{content:"\\2192  " attr(data-to);display:inline-block;max-width:min(100%,480px);margin-inline-start:6px;',
  'overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:bottom;font:12px/22px ui-monospace,monospace}',
  '.false{color:light-dark(darkred,lightsalmon)}',
  '.picture{display:inline-block;padding:4px 10px;border:1px dashed GrayText;border-radius:4px;font-size:12px}',
  '.picture:not(:empty)::before{margin-inline-end:6px;font-weight:600}',
].join('')

function cssText(text: string): string {
  return `"${text.replace(/["\\<>\n]/g, ' ')}"`
}
