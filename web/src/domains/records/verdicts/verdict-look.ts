import type { Verdict } from '@caseloom/contract/values/verdict'
import type { Hue } from '../../../ui/glyphs/hue.ts'

export const VERDICT_HUE: Readonly<Record<Verdict, Hue>> = {
  malicious: 'red',
  suspicious: 'amber',
  clean: 'green',
  unknown: 'gray',
}
