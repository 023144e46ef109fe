import { allZones, type ZoneChoice } from '../../../ui/zones.ts'

/** Stands for "no zone chosen": the browser's is taken. */
export const GUESSED = 'guessed'

/** The zones to choose from, the browser's first. */
export function zoneChoices(chosen: string | null, at: Date, guessedLabel: string): ZoneChoice[] {
  return [{ value: GUESSED, label: guessedLabel }, ...allZones(chosen, at)]
}
