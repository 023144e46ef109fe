import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { avatarHue } from '../../../ui/glyphs/initials.ts'
import type { Hue } from '../../../ui/glyphs/hue.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { presenceEn } from './presence.en.ts'
import { Viewers } from './viewers.ts'

addTexts('presence', presenceEn)

/** What the row of a field says while someone else types in it. */
export function useFieldTypist(field: string): { editedBy?: { text: string; hue: Hue } } {
  const { t } = useTranslation('presence')
  const typist = use(Viewers).find((viewer) => viewer.field === field)
  if (typist === undefined) return {}
  const text = typist.own ? t('own') : t('typing', { name: typist.name })
  return { editedBy: { text, hue: avatarHue(typist.name) } }
}
