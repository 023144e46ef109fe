import type { ChatSource } from '@caseloom/contract/assistant/assistant'
import { useTranslation } from 'react-i18next'
import classes from './Answer.module.css'
import { groupSources } from './chat-rules.ts'
import { PlaceLink } from './PlaceLink.tsx'

export function Sources({ sources }: { sources: readonly ChatSource[] }) {
  const { t } = useTranslation('hero')
  if (sources.length === 0) return null
  return (
    <section className={classes.sources} aria-label={t('sources')}>
      <h3>{t('sources')}</h3>
      <dl>
        {groupSources(sources).map(({ kind, of }) => (
          <div key={kind}>
            <dt>{t(`kinds.${kind}`)}</dt>
            {of.map(({ to, title }) => (
              <dd key={`${to} ${title}`} dir="auto">
                <PlaceLink to={to}>{title}</PlaceLink>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
