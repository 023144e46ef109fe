import { cleanText } from '@caseloom/contract/values/normalize-text'

/** An address as stored: trimmed, NFC. */
export function cleanEmail(text: string): string {
  return cleanText(text.trim())
}

/** What two spellings of one address have in common: case does not count. */
export function emailKey(email: string): string {
  return cleanEmail(email).toLowerCase().normalize('NFC')
}

/** A name of a group or role as it is compared. */
export function nameKey(name: string): string {
  return cleanText(name.trim()).toLowerCase().normalize('NFC')
}
