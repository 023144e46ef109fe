import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ActorRef, HistoryEntry } from '@caseloom/contract/records/records'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { Button } from '@mantine/core'
import { IconRoute, IconSettings } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { Avatar } from '../../ui/glyphs/Avatar.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { DateTime } from '../../ui/Times.tsx'
import { textOf } from '../../field-types/parts/field-text.ts'
import { shownField } from '../../field-types/parts/shown-field.ts'
import type { People } from '../../field-types/field-type.ts'
import { AddAttackEvent } from './attack/AddAttackEvent.tsx'
import { type AttackPlace, attackEventsQuery } from './attack/attack.queries.ts'
import { AttackEventEntry } from './attack/AttackEventEntry.tsx'
import { mergedTimeline } from './attack/merged-timeline.ts'
import { TacticFilter } from './attack/TacticFilter.tsx'
import { useNamedEvent } from './attack/useNamedEvent.ts'
import { changedPart, shorten } from './model/changed-part.ts'
import { CaseChange } from './case/CaseChange.tsx'
import { LinkedChange } from './links/LinkedChange.tsx'
import classes from './model/Records.module.css'
import { historyQuery } from './model/records.queries.ts'
import { workflowRunsQuery } from './runs/runs.queries.ts'

const route = getRouteApi('/account/$accountId/tenant/$tenantId/record/$appId/$recordId')

interface RecordTimelineProps {
  app: AppView
  recordId: string
  people: People
}

/** What happened to the record, and the events of the attack at the time they happened. */
export function RecordTimeline({ app, recordId, people }: RecordTimelineProps) {
  const { t } = useTranslation('records')
  const { tenantId } = useTenantScope()
  const place = { tenantId, appId: app.id, recordId }
  const { tactic } = route.useSearch()
  const { items, query, attack, isWhole } = useTimeline(place, tactic)
  const runs = useWorkflowRuns(app, recordId)
  const failed = query.data === undefined ? query : attack
  if (failed.isError && failed.data === undefined) {
    return (
      <StateCard
        title={failed === attack ? t('failed', { ns: 'attack' }) : t('history.failed')}
        error={describeError(failed.error)}
        onRetry={() => void failed.refetch()}
      />
    )
  }
  const isEmpty = items.length === 0 && query.isSuccess && attack.isSuccess
  const mayChange = attack.data?.can.change ?? false
  return (
    <>
      {mayChange && <AddAttackEvent place={place} />}
      {tactic !== undefined && <TacticFilter tactic={tactic} isEmpty={isEmpty} />}
      {tactic === undefined && isEmpty && <p className={classes.meta}>{t('history.none')}</p>}
      <ol className={classes.timeline}>
        {items.map((item) =>
          item.kind === 'attack' ? (
            <AttackEventEntry key={item.event.id} event={item.event} place={place} mayChange={mayChange} />
          ) : (
            <Entry
              key={`${item.entry.version} ${item.at} ${item.entry.action}`}
              {...{ app, people }}
              entry={item.entry}
              workflowRun={runs.get(item.entry.version)}
            />
          ),
        )}
      </ol>
      {!isWhole && query.hasNextPage && <EarlierButton query={query} />}
    </>
  )
}

/** Changes and attack events in one list; of a tactic its events alone. */
function useTimeline(place: AttackPlace, tactic: string | undefined) {
  const { event: named } = route.useSearch()
  const query = useInfiniteQuery(historyQuery(place.tenantId, place.appId, place.recordId))
  const attack = useQuery(attackEventsQuery(place))
  const all = attack.data?.items ?? []
  const events =
    tactic === undefined ? all : all.filter(({ tactics }) => tactics.some((one) => one === tactic))
  const entries = tactic === undefined ? (query.data?.pages.flatMap((page) => page.items) ?? []) : []
  const isWhole = tactic !== undefined || (query.data !== undefined && !query.hasNextPage)
  const items = mergedTimeline(entries, events, isWhole)
  useNamedEvent(named, items.length, query)
  return { items, query, attack, isWhole }
}

interface EarlierButtonProps {
  query: { isFetchingNextPage: boolean; fetchNextPage(): unknown }
}

function EarlierButton({ query }: EarlierButtonProps) {
  const { t } = useTranslation('records')
  return (
    <Button variant="subtle" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {t('history.more')}
    </Button>
  )
}

/** Addresses of the saved evaluations of the record, by the version that they made; newest ones first. */
function useWorkflowRuns(app: AppView, recordId: string): ReadonlyMap<number, string> {
  const scope = useTenantScope()
  const place = { tenantId: scope.tenantId, appId: app.id, recordId }
  const hasRules = wholeWorkflow(app) !== undefined
  const query = useInfiniteQuery({ ...workflowRunsQuery(place), enabled: hasRules })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return new Map(items.map((run) => [run.sequence, paths.workflowRun(scope, recordId, run)]))
}

interface EntryProps {
  app: AppView
  entry: HistoryEntry
  people: People
  workflowRun: string | undefined
}

function Entry({ app, entry, people, workflowRun }: EntryProps) {
  const { t } = useTranslation('records')
  return (
    <li className={classes.entry}>
      {entry.actor.kind !== 'user' ? (
        <ActorIcon kind={entry.actor.kind} />
      ) : (
        <Avatar name={entry.actor.name} size={20} own={entry.actor.id === people.me} />
      )}
      <span className={classes.entryHead}>
        <span className={classes.who}>{entry.actor.name}</span> {t(`history.${entry.action}`)}
        {entry.actor.via !== undefined && ` ${t(`history.via.${entry.actor.via}`)}`}
        {entry.detail !== undefined && `: ${entry.detail}`}
        <RunLink actor={entry.actor} />
      </span>
      <span className={classes.meta}>
        <DateTime at={entry.at} seconds />
      </span>
      <CommentText entry={entry} />
      <ul className={classes.changes}>
        {entry.changes.map((change) => {
          const field = app.fields.find((one) => one.key === change.field)
          const isLinks = field !== undefined && fieldTraits(field).links
          return (
            <li key={change.field} className={classes.change}>
              <span className={classes.changeField}>{field?.label ?? change.field}</span>
              {change.by === 'workflow' && <ByWorkflow to={workflowRun} />}
              {isLinks && <LinkedChange change={change} />}
              {hasItems(field) && (
                <CaseChange field={field} from={change.from} to={change.to} people={people} />
              )}
              {!isLinks && !hasItems(field) && (
                <ValueChange
                  field={field}
                  change={change}
                  people={people}
                  isNew={entry.action === 'created'}
                />
              )}
            </li>
          )
        })}
      </ul>
    </li>
  )
}

/** Links to the evaluation that set the value, while it is retained. */
function ByWorkflow({ to }: { to: string | undefined }) {
  const { t } = useTranslation('records')
  if (to === undefined) return <span className={classes.meta}>{t('history.byWorkflow')}</span>
  return (
    <Link className={classes.link} to={to}>
      {t('history.byWorkflow')}
    </Link>
  )
}

interface ValueChangeProps {
  field: Field | undefined
  change: HistoryEntry['changes'][number]
  people: People
  isNew: boolean
}

/** For long texts, only the part that differs. */
function ValueChange({ field, change, people, isNew }: ValueChangeProps) {
  const { t } = useTranslation('records')
  const part = isNew
    ? null
    : changedPart(textOf(field, change.from, people), textOf(field, change.to, people))
  if (part !== null)
    return (
      <span className={classes.textChange} dir="auto">
        {part.before}
        {part.removed !== '' && <del>{part.removed}</del>}
        {part.added !== '' && <ins>{part.added}</ins>}
        {part.after}
      </span>
    )
  const say = (value: JsonValue) => changeText(field, value, people) ?? t('history.nothing')
  return (
    <>
      {!isNew && (
        <>
          <span className={`${classes.changeValue} ${classes.struck}`}>{say(change.from)}</span>
          <span aria-hidden>→</span>
        </>
      )}
      <span className={classes.changeValue}>{say(change.to)}</span>
    </>
  )
}

function hasItems(field: Field | undefined): field is Field & { type: 'tasks' | 'observables' } {
  if (field === undefined) return false
  const { observables, tasks } = fieldTraits(field)
  return observables || tasks
}

/** Empty for those who can't read it. */
function CommentText({ entry }: { entry: HistoryEntry }) {
  const { comment } = entry
  if (comment === undefined || comment.text === null) return null
  return (
    <p className={classes.said}>
      {comment.before !== null && (
        <>
          <span className={classes.struck}>{shorten(plainTextOf(comment.before))}</span>{' '}
          <span aria-hidden>→</span>{' '}
        </>
      )}
      <bdi>{shorten(plainTextOf(comment.text))}</bdi>
    </p>
  )
}

function ActorIcon({ kind }: { kind: 'playbook' | 'system' }) {
  const Icon = kind === 'playbook' ? IconRoute : IconSettings
  return <Icon size={18} stroke={1.6} aria-hidden />
}

/** In one line; null for an empty value. */
function changeText(field: Field | undefined, value: JsonValue, people: People): ReactNode {
  if (typeof value === 'string' && field !== undefined && fieldTraits(shownField(field)).instant)
    return <DateTime at={value} seconds />
  return shorten(textOf(field, value, people)) || null
}

function RunLink({ actor }: { actor: ActorRef }) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const mayRead = useMay('run:read')
  if (actor.runId === undefined || !mayRead) return null
  return (
    <>
      {' · '}
      <Link className={classes.link} to={paths.run(scope, actor.runId)}>
        {t('history.run')}
      </Link>
    </>
  )
}
