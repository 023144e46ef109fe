import { cleanText } from '@caseloom/contract/values/normalize-text'

/** Control characters, and those that turn the direction of what follows: `exe.gpj` must not read as `jpg.exe`. */
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const TRICKS = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
const LONGEST = 200

/** The name of a file as stored: its last part, without control characters; letters of every script are preserved. */
export function cleanFileName(name: string): string {
  const last = cleanText(name).split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(TRICKS, '').replace(/\s+/g, ' ').trim()
  const bare = clean === '' || /^\.+$/.test(clean) ? 'file' : clean
  return shortened(bare)
}

/** Long names lose their middle: the ending shows what a file is. */
function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= LONGEST) return name
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  return `${characters.slice(0, LONGEST - ending.length - 1).join('')}…${ending}`
}
