import type { Lookup, ObservableView } from '@caseloom/contract/records/observable-lookups'
import { isExpired } from '@caseloom/contract/values/verdict'
import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { TimeAgo, useNow } from '../../../ui/Times.tsx'
import { formatAge } from '../../../ui/time.ts'
import { VerdictWord } from '../verdicts/VerdictWord.tsx'
import classes from './ObservablePage.module.css'

/** What each source says now, and what they said before. */
export function LookupsTable({ one }: { one: ObservableView }) {
  const { t } = useTranslation('observable')
  const [isWhole, setWhole] = useState(false)
  return (
    <section className={classes.section} aria-labelledby="observable-lookups">
      <div className={classes.sectionHead}>
        <h2 id="observable-lookups" className={classes.sectionTitle}>
          {t('lookups')}
        </h2>
        {one.lookups.length > 0 && <span className={classes.quiet}>{one.lookups.length}</span>}
        {one.history.length > 0 && (
          <Button
            className={classes.sectionEnd ?? ''}
            size="compact-sm"
            variant="subtle"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {t('historyCount', { count: one.history.length })}
          </Button>
        )}
      </div>
      {one.lookups.length === 0 ? (
        <p className={classes.quiet}>{t('noLookups')}</p>
      ) : (
        <Results label={t('lookups')} results={one.lookups} />
      )}
      {isWhole && (
        <>
          <h3 className={classes.subTitle}>{t('history')}</h3>
          <Results label={t('history')} results={one.history} former />
        </>
      )}
    </section>
  )
}

function Results({
  label,
  results,
  former = false,
}: {
  label: string
  results: readonly Lookup[]
  former?: boolean
}) {
  const { t } = useTranslation('observable')
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('source')}</th>
          <th scope="col">{t('verdict')}</th>
          <th scope="col">{t('result')}</th>
          <th scope="col">{t('by')}</th>
          <th scope="col" data-align="end">
            {t('checked')}
          </th>
          {!former && (
            <th scope="col" data-align="end">
              {t('expires')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {results.map((lookup) => (
          <ResultRow key={`${lookup.source} ${lookup.checkedAt}`} lookup={lookup} former={former} />
        ))}
      </tbody>
    </table>
  )
}

function ResultRow({ lookup, former }: { lookup: Lookup; former: boolean }) {
  return (
    <tr>
      <td>{lookup.source}</td>
      <td>
        <VerdictWord verdict={lookup.verdict} score={lookup.score} />
      </td>
      <td className={classes.secondary}>
        <Result lookup={lookup} />
      </td>
      <td className={classes.secondary}>
        <Writer lookup={lookup} />
      </td>
      <td className={classes.secondary} data-align="end">
        <TimeAgo at={lookup.checkedAt} />
      </td>
      {!former && (
        <td className={classes.secondary} data-align="end">
          <Expiry lookup={lookup} />
        </td>
      )}
    </tr>
  )
}

function Result({ lookup: { summary, link } }: { lookup: Lookup }) {
  const { t } = useTranslation('observable')
  return (
    <>
      {summary}
      {link !== null && (
        <a className={classes.report} href={link} target="_blank" rel="noopener noreferrer" title={link}>
          {t('report')}
          <IconExternalLink size={12} stroke={1.7} aria-hidden />
        </a>
      )}
    </>
  )
}

/** The person, or the playbook with its run. */
function Writer({ lookup: { by } }: { lookup: Lookup }) {
  const scope = useTenantScope()
  const mayRead = useMay('run:read')
  if (by.runId === undefined || !mayRead) return by.name
  return (
    <Link className={classes.link} to={paths.run(scope, by.runId)}>
      {by.name}
    </Link>
  )
}

function Expiry({ lookup }: { lookup: Lookup }) {
  const { t } = useTranslation('observable')
  const now = useNow()
  if (lookup.expiresAt === null) return t('noEnd')
  if (isExpired(lookup, now)) return <span className={classes.expired}>{t('expired')}</span>
  return (
    <time dateTime={lookup.expiresAt} title={lookup.expiresAt}>
      {t('in', { age: formatAge(Date.parse(lookup.expiresAt) - now) })}
    </time>
  )
}
