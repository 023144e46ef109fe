import type { TFunction } from 'i18next'

/** How a person is called; null for a gap. */
export function nameOf(person: { name: string } | null, t: TFunction<'onCall'>): string | null {
  if (person === null) return null
  return person.name === '' ? t('former') : person.name
}
