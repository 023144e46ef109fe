import type { LinkedRecord } from '@caseloom/contract/records/record-links'
import type { HistoryEntry } from '@caseloom/contract/records/records'
import { IconCheckbox, IconClock, IconLink, IconPaperclip } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import type { People } from '../../../field-types/field-type.ts'
import { linkedTitle } from '../../../field-types/values/linked-draft.ts'
import type { Hue } from '../../../ui/glyphs/hue.ts'
import { useZone } from '../../../ui/Times.tsx'
import { FileChips } from '../files/FileChips.tsx'
import { useFileOpen } from '../files/FileOpen.tsx'
import type { FilesPlace } from '../files/files.queries.ts'
import records from '../model/Records.module.css'
import type { ClockEvent } from './clock-events.ts'
import { ByWorkflow, RunLink } from './EntrySource.tsx'
import type { Moves, Story } from './story.ts'
import { type StoryWords, storyVerb, taskLine } from './story-words.ts'
import { SquareGlyph, ThreadEntry } from './ThreadEntry.tsx'
import classes from './Timeline.module.css'

interface StoryEntryProps {
  entry: HistoryEntry
  story: Story
  people: People
  place: FilesPlace
  workflowRun: string | undefined
}

/** A change of clocks, tasks, files, or links in words of its own. */
export function StoryEntry({ entry, story, people, place, workflowRun }: StoryEntryProps) {
  const { t } = useTranslation('timeline')
  const words = { t, zone: useZone(), name: people.name }
  const isClock = story.of === 'clock'
  const isByWorkflow = !isClock && entry.changes.some(({ by }) => by === 'workflow')
  return (
    <ThreadEntry
      at={entry.at}
      glyph={<Glyph story={story} />}
      head={
        <>
          <bdi className={records.who}>{isClock ? story.field.label : entry.actor.name}</bdi>{' '}
          {storyVerb(story, entry.at, words)}
          {!isClock && <RunLink actor={entry.actor} />}
          {isByWorkflow && (
            <>
              {' · '}
              <ByWorkflow to={workflowRun} />
            </>
          )}
        </>
      }
    >
      <Details story={story} words={words} place={place} />
    </ThreadEntry>
  )
}

const ICONS = { clock: IconClock, tasks: IconCheckbox, files: IconPaperclip, links: IconLink } as const
const TONES: Partial<Record<ClockEvent['do'], Hue>> = {
  breached: 'red',
  missed: 'red',
  warned: 'amber',
  met: 'green',
}

function Glyph({ story }: { story: Story }) {
  const tone = story.of === 'clock' ? TONES[story.event.do] : undefined
  return <SquareGlyph icon={ICONS[story.of]} {...(tone === undefined ? {} : { tone })} />
}

const MAX_LINES = 20

interface DetailsProps {
  story: Story
  words: StoryWords
  place: FilesPlace
}

function Details({ story, words, place }: DetailsProps) {
  if (story.of === 'tasks' && story.events.length > 1) {
    const more = story.events.length - MAX_LINES
    return (
      <ul className={classes.lines}>
        {story.events.slice(0, MAX_LINES).map((event, at) => (
          // Tasks can share a title.
          <li key={`${event.do} ${at}`}>{taskLine(event, words)}</li>
        ))}
        {more > 0 && <li>{words.t('burst.more', { number: more })}</li>}
      </ul>
    )
  }
  if (story.of === 'files') return <FileMoves moves={story.moves} place={place} />
  if (story.of === 'links')
    return (
      <MoveList moves={story.moves}>
        {({ added, removed }) => (
          <>
            {added.map((linked) => (
              <LinkedName key={linked.id} linked={linked} />
            ))}
            {removed.map((linked) => (
              <span key={linked.id} className={records.struck}>
                <LinkedName linked={linked} />
              </span>
            ))}
          </>
        )}
      </MoveList>
    )
  return null
}

function FileMoves({ moves, place }: Pick<DetailsProps, 'place'> & { moves: FileStory['moves'] }) {
  const opening = useFileOpen(place)
  return (
    <>
      <MoveList moves={moves}>
        {({ added, removed }) => (
          <>
            <FileChips files={added} onOpen={opening.open} />
            {removed.map((file) => (
              <bdi key={file.id} className={records.struck}>
                {file.name}
              </bdi>
            ))}
          </>
        )}
      </MoveList>
      {opening.preview}
    </>
  )
}

type FileStory = Extract<Story, { of: 'files' }>

interface MoveListProps<Item> {
  moves: readonly Moves<Item>[]
  children: (move: Moves<Item>) => ReactNode
}

/** A line for each field. */
function MoveList<Item>({ moves, children }: MoveListProps<Item>) {
  return (
    <ul className={records.changes}>
      {moves.map((move) => (
        <li key={move.field.key} className={records.change}>
          <span className={records.changeField}>{move.field.label}</span>
          <span className={classes.moved}>{children(move)}</span>
        </li>
      ))}
    </ul>
  )
}

function LinkedName({ linked }: { linked: LinkedRecord }) {
  const scope = useTenantScope()
  const { appId, id, trackingId } = linked
  return (
    <Link className={records.link} to={paths.record(scope, appId, id)}>
      <bdi>
        {trackingId} {linkedTitle(linked)}
      </bdi>
    </Link>
  )
}
