import type { RecordView } from '@caseloom/contract/records/records'
import { attackPath, type PathTactic, techniquesOf } from '@caseloom/contract/values/attack-tactics'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { DateTime } from '../../../ui/Times.tsx'
import { attackEn } from './attack.en.ts'
import { attackEventsQuery } from './attack.queries.ts'
import classes from './AttackEvents.module.css'

addTexts('attack', attackEn)

/** How far the attack came, tactic by tactic; absent while the record has no attack events. */
export function AttackPath({ record }: { record: RecordView }) {
  const { t } = useTranslation('attack')
  const { tenantId } = useTenantScope()
  const navigate = useNavigate()
  const query = useQuery(attackEventsQuery({ tenantId, appId: record.appId, recordId: record.id }))
  const events = query.data?.items ?? []
  if (events.length === 0) return null
  const open = (tactic?: string) =>
    void navigate({ to: '.', search: { tab: 'timeline', ...(tactic === undefined ? {} : { tactic }) } })
  const techniques = techniquesOf(events)
  return (
    <section className={classes.path} aria-label={t('path.label')}>
      <div className={classes.pathHead}>
        <h2 className={classes.pathTitle}>{t('path.label')}</h2>
        <span className={classes.meta}>
          {t('path.events', { count: events.length })}
          {techniques > 0 && `, ${t('path.techniques', { count: techniques })}`}
        </span>
        <Button variant="subtle" size="compact-xs" className={classes.open ?? ''} onClick={() => open()}>
          {t('path.open')}
        </Button>
      </div>
      <ol className={classes.tactics}>
        {attackPath(events).map((one) => (
          <Tactic key={one.tactic} one={one} onOpen={() => open(one.tactic)} />
        ))}
      </ol>
    </section>
  )
}

function Tactic({ one, onOpen }: { one: PathTactic; onOpen: () => void }) {
  const { t } = useTranslation('attack')
  const { tactic, events, first } = one
  if (first === null)
    return (
      <li className={classes.tactic} data-none title={tactic}>
        <span className={classes.diamond} data-none aria-hidden />
        <span className="cl-clipped">{t('path.none', { tactic })}</span>
      </li>
    )
  return (
    <li className={classes.tactic}>
      <button type="button" className={classes.tacticButton} onClick={onOpen}>
        <span className={classes.diamond}>
          <span>{formatCount(events)}</span>
        </span>
        <span className={classes.tacticName}>{tactic}</span>
        <span className={classes.meta}>
          <DateTime at={first} />
        </span>
      </button>
    </li>
  )
}
