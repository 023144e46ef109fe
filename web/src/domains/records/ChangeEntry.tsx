import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { HistoryEntry } from '@caseloom/contract/records/records'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import { IconArrowMerge, IconArrowsSplit2, IconPaperclip, IconStack2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../ui/Times.tsx'
import { textOf } from '../../field-types/parts/field-text.ts'
import { shownField } from '../../field-types/parts/shown-field.ts'
import type { People } from '../../field-types/field-type.ts'
import { changedPart, shorten } from './model/changed-part.ts'
import { ObservablesChange } from './case/ObservablesChange.tsx'
import classes from './model/Records.module.css'
import { ByWorkflow, RunLink } from './timeline/EntrySource.tsx'
import { ActorGlyph, SquareGlyph, ThreadEntry } from './timeline/ThreadEntry.tsx'

interface EntryProps {
  app: AppView
  entry: HistoryEntry
  people: People
  workflowRun: string | undefined
}

/** One entry of the history in words. */
export function ChangeEntry({ app, entry, people, workflowRun }: EntryProps) {
  const { t } = useTranslation('records')
  return (
    <ThreadEntry
      at={entry.at}
      glyph={<EntryGlyph entry={entry} me={people.me} />}
      head={
        <>
          <span className={classes.who}>{entry.actor.name}</span> {t(`history.${entry.action}`)}
          {entry.actor.via !== undefined && ` ${t(`history.via.${entry.actor.via}`)}`}
          {entry.detail !== undefined && `: ${entry.detail}`}
          <RunLink actor={entry.actor} />
        </>
      }
    >
      <CommentText entry={entry} />
      <ul className={classes.changes}>
        {entry.changes.map((change) => {
          const field = app.fields.find((one) => one.key === change.field)
          const isObservables = field !== undefined && fieldTraits(field).observables
          return (
            <li key={change.field} className={classes.change}>
              <span className={classes.changeField}>{field?.label ?? change.field}</span>
              {change.by === 'workflow' && <ByWorkflow to={workflowRun} />}
              {isObservables ? (
                <ObservablesChange from={change.from} to={change.to} />
              ) : (
                <ValueChange {...{ field, change, people }} isNew={entry.action === 'created'} />
              )}
            </li>
          )
        })}
      </ul>
    </ThreadEntry>
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
  const before = isNew ? null : changeText(field, change.from, people)
  const after = changeText(field, change.to, people)
  if (after === null)
    return (
      <span className={classes.changeValue}>
        {t('history.cleared')} {before !== null && <span className={classes.struck}>{before}</span>}
      </span>
    )
  if (before === null) return <span className={classes.changeValue}>{after}</span>
  return (
    <>
      <span className={`${classes.changeValue} ${classes.struck}`}>{before}</span>
      <span aria-hidden>→</span>
      <span className={classes.changeValue}>{after}</span>
    </>
  )
}

const ACTION_ICONS: Partial<Record<HistoryEntry['action'], typeof IconPaperclip>> = {
  file_added: IconPaperclip,
  file_removed: IconPaperclip,
  merged: IconArrowMerge,
  unmerged: IconArrowsSplit2,
  folded: IconStack2,
  split_off: IconArrowsSplit2,
  folded_back: IconStack2,
}

function EntryGlyph({ entry, me }: { entry: HistoryEntry; me: string }) {
  const Icon = ACTION_ICONS[entry.action]
  return Icon === undefined ? <ActorGlyph actor={entry.actor} me={me} /> : <SquareGlyph icon={Icon} />
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

/** In one line; null for an empty value. */
function changeText(field: Field | undefined, value: JsonValue, people: People): ReactNode {
  if (typeof value === 'string' && field !== undefined && fieldTraits(shownField(field)).instant)
    return <DateTime at={value} seconds />
  return shorten(textOf(field, value, people)) || null
}
