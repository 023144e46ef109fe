import type { PlaybookVersionView } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Content } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { formatDateTime } from '../../../ui/time.ts'
import type { Translate } from '../shared/translate.ts'
import classes from './Builder.module.css'
import { useBuilder } from './model/builder-context.ts'
import { versionQuery, versionsQuery } from './model/builder.queries.ts'
import { ChangeList } from './ChangeList.tsx'
import { DiffCanvas } from './canvas/DiffCanvas.tsx'
import { changesBetween } from './model/diff.ts'

const DRAFT = 'draft'
const NOTHING = ''

export function VersionsView() {
  const { t } = useTranslation('builder')
  const { tenantId } = useTenantScope()
  const { playbook } = useBuilder()
  const query = useQuery(versionsQuery(tenantId, playbook.id, playbook.publishedVersion))
  const [shown, setShown] = useState(DRAFT)
  const [other, setOther] = useState<string | null>(null)
  if (query.isError) {
    return (
      <PageFailure
        title={t('versions.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data === undefined) return null
  if (query.data.length === 0) {
    return (
      <Content>
        <EmptyState title={t('versions.none')} text={t('versions.noneText')} />
      </Content>
    )
  }
  const versions = query.data
  const before =
    other ?? (shown === DRAFT ? String(versions[0]?.number ?? NOTHING) : previous(versions, shown))
  return (
    <div className={classes.versions}>
      <VersionList
        versions={versions}
        shown={shown}
        onShow={(next) => {
          setShown(next)
          setOther(null)
        }}
      />
      <Comparison versions={versions} shown={shown} before={before} onBefore={setOther} />
    </div>
  )
}

function previous(versions: readonly PlaybookVersionView[], shown: string): string {
  const older = versions.filter(({ number }) => number < Number(shown)).map(({ number }) => number)
  return older.length === 0 ? NOTHING : String(Math.max(...older))
}

interface VersionListProps {
  versions: readonly PlaybookVersionView[]
  shown: string
  onShow: (version: string) => void
}

function VersionList({ versions, shown, onShow }: VersionListProps) {
  const { t } = useTranslation('builder')
  const { timeZone } = useTenantScope()
  return (
    <nav className={classes.versionList} aria-label={t('versions.label')}>
      <button
        type="button"
        className={classes.version}
        aria-pressed={shown === DRAFT}
        onClick={() => onShow(DRAFT)}
      >
        <span className={classes.versionName}>{t('versions.draft')}</span>
      </button>
      {versions.map(({ number, publishedAt, publishedBy, note, failedTests, steps, runs }) => (
        <button
          key={number}
          type="button"
          className={classes.version}
          aria-pressed={shown === String(number)}
          onClick={() => onShow(String(number))}
        >
          <span className={classes.versionName}>{t('versions.name', { version: number })}</span>
          <span>
            {formatDateTime(new Date(publishedAt), timeZone)}
            {publishedBy !== null && ` ${t('versions.by', { name: publishedBy })}`}
          </span>
          <span>
            {t('versions.steps', { count: steps })}, {t('versions.runs', { count: runs })}
          </span>
          {note !== '' && <span className={classes.versionNote}>{note}</span>}
          {failedTests !== null && (
            <span className={classes.versionNote}>
              {t('versions.failedTests', {
                titles: failedTests.titles.join(', '),
                reason: failedTests.reason,
              })}
            </span>
          )}
        </button>
      ))}
    </nav>
  )
}

interface ComparisonProps {
  versions: readonly PlaybookVersionView[]
  shown: string
  before: string
  onBefore: (version: string) => void
}

function Comparison({ versions, shown, before, onBefore }: ComparisonProps) {
  const { t } = useTranslation('builder')
  const { edit, readOnly } = useBuilder()
  const now = useDocument(shown)
  const old = useDocument(before)
  const changes = useMemo(
    () => (now === undefined || old === undefined ? undefined : changesBetween(old, now)),
    [now, old],
  )
  const others = [DRAFT, ...versions.map(({ number }) => String(number))].filter(
    (version) => version !== shown,
  )
  return (
    <div className={classes.versionMain}>
      <div className={classes.versionBar}>
        <strong>{nameOf(shown, t)}</strong>
        <label htmlFor="compare-with">{t('versions.compare')}</label>
        <Select
          id="compare-with"
          w={160}
          value={before}
          data={[
            { value: NOTHING, label: t('versions.nothing') },
            ...others.map((version) => ({ value: version, label: nameOf(version, t) })),
          ]}
          onChange={(version) => onBefore(version ?? NOTHING)}
        />
        <span className={classes.grow} />
        {shown !== DRAFT && !readOnly && now !== undefined && (
          <Button
            onClick={() => edit(t('undo.restore', { version: shown }), (draft) => restored(now, draft))}
          >
            {t('versions.restore')}
          </Button>
        )}
      </div>
      <div className={classes.versionBody}>
        <div className={classes.graph}>
          {now !== undefined && old !== undefined && (
            <DiffCanvas before={old} after={now} changes={changes ?? []} />
          )}
        </div>
        <section className={classes.versionChanges} aria-label={t('versions.differences')}>
          {changes?.length === 0 && <p className={classes.dialogText}>{t('versions.same')}</p>}
          {changes !== undefined && changes.length > 0 && <ChangeList changes={changes} />}
        </section>
      </div>
    </div>
  )
}

function nameOf(version: string, t: Translate): string {
  return version === DRAFT ? t('versions.draft') : t('versions.name', { version })
}

function restored(version: JsonObject, draft: JsonObject): JsonObject {
  const { version: _number, ...rest } = version
  return { ...rest, playbook: draft['playbook'] ?? rest['playbook'] ?? '' }
}

const EMPTY: JsonObject = {}

function useDocument(version: string): JsonObject | undefined {
  const { tenantId } = useTenantScope()
  const { playbook, document: draft } = useBuilder()
  const isStored = version !== DRAFT && version !== NOTHING
  const query = useQuery({ ...versionQuery(tenantId, playbook.id, Number(version)), enabled: isStored })
  if (version === NOTHING) return EMPTY
  return isStored ? query.data?.document : draft
}
