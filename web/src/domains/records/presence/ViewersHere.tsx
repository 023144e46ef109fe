import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordViewer } from '@caseloom/contract/records/presence'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { presenceEn } from './presence.en.ts'
import classes from './Presence.module.css'
import { Viewers } from './viewers.ts'

addTexts('presence', presenceEn)

const MAX_SHOWN = 3

/** The other people who have this record open, with what they do there. */
export function ViewersHere({ app }: { app: AppView }) {
  const { t } = useTranslation('presence')
  const others = use(Viewers).filter(({ own }) => !own)
  if (others.length === 0) return null
  const doing = ({ name, field: key }: RecordViewer) => {
    const field = app.fields.find((one) => one.key === key)
    return field === undefined ? t('viewing', { name }) : t('editing', { name, field: field.label })
  }
  const rest = others.slice(MAX_SHOWN)
  return (
    <ul className={classes.viewers} aria-label={t('label')}>
      {others.slice(0, MAX_SHOWN).map((viewer) => (
        <li key={viewer.id} title={doing(viewer)}>
          <Avatar name={viewer.name} size={24} />
          <span className={classes.words}>{doing(viewer)}</span>
        </li>
      ))}
      {rest.length > 0 && (
        <li className={classes.more} title={rest.map(doing).join('\n')}>
          {t('more', { count: rest.length })}
        </li>
      )}
    </ul>
  )
}
