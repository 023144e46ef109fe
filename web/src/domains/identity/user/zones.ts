import { allZones, type ZoneChoice } from '../../../ui/zones.ts'

/** Means "no zone chosen": the browser's is used. */
export const GUESSED = 'guessed'

export function zoneChoices(chosen: string | null, at: Date, guessedLabel: string): ZoneChoice[] {
  return [{ value: GUESSED, label: guessedLabel }, ...allZones(chosen, at)]
}
