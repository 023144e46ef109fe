import { defang } from '@caseloom/contract/values/observable-value'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Tags } from '../../../ui/Chip.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { relatedQuery } from '../model/links.queries.ts'
import { caseEn } from './case.en.ts'
import { similarQuery } from './case.queries.ts'
import classes from './Case.module.css'

addTexts('case', caseEn)

/** The records with the most shared observables first. */
export function SimilarRecords({ appId, recordId }: { appId: string; recordId: string }) {
  const { t } = useTranslation('case')
  const scope = useTenantScope()
  const place = { tenantId: scope.tenantId, appId, recordId }
  const query = useQuery(similarQuery(place))
  // Linked records are shown above.
  const linked = useQuery(relatedQuery(place)).data?.flatMap(({ items }) => items.map(({ id }) => id)) ?? []
  const others = query.data?.filter(({ record }) => !linked.includes(record.id))
  return (
    <section className={classes.similar} aria-label={t('similar.title')}>
      <h2 className={classes.similarTitle}>{t('similar.title')}</h2>
      {query.isError && (
        <p className={classes.quiet} role="alert">
          {t('similar.failed')}. {describeError(query.error).text}
        </p>
      )}
      {others?.length === 0 && <p className={classes.quiet}>{t('similar.none')}</p>}
      <ul className={classes.list}>
        {others?.map(({ record, shared, count, score }) => (
          <li key={record.id} className={classes.similarItem}>
            <span className={classes.quiet}>{record.trackingId}</span>
            <Link className={classes.link} to={paths.record(scope, record.appId, record.id)}>
              {straight(record.title)}
            </Link>
            <span className={classes.quiet}>
              {record.appName} · {t('similar.score', { score })}
            </span>
            <Tags values={shared.map((one) => defang(one.kind, one.value))} show={3} />
            {count > shared.length && (
              <span className={classes.quiet}>{t('similar.more', { count: count - shared.length })}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
