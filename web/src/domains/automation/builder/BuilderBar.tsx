import { Button, Popover, TextInput } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../data/scope.tsx'
import { Chip, Dot } from '../../../ui/Chip.tsx'
import { useNow } from '../../../ui/Times.tsx'
import { formatAge, formatClock } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import type { PlaybookPageView } from '../shared/automation-search.ts'
import { ViewSwitch } from '../shared/ViewSwitch.tsx'
import own from './Bar.module.css'
import { useBuilder } from './model/builder-context.ts'
import { BuilderMenu } from './BuilderMenu.tsx'
import type { DraftState } from './model/draft-session.ts'
import { Editors } from './Editors.tsx'
import { isStored } from './model/useDraft.ts'
import { setIn } from './model/places.ts'
import { testsOf } from './model/saved-tests.ts'

export const VIEWS = 'playbook'

interface BuilderBarProps {
  state: DraftState
  timeZone: string
  changes: number
  view: PlaybookPageView
  onView: (view: PlaybookPageView) => void
  onTest: () => void
  onPublish: () => void
  onSettings: (() => void) | null
  onDecide: () => void
  beside: ReactNode
}

export function BuilderBar(props: BuilderBarProps) {
  const { t } = useTranslation('builder')
  const { playbook, issues, readOnly } = useBuilder()
  const { state, changes, view } = props
  const version = playbook.publishedVersion
  // An unsaved draft has no history.
  const isSaved = isStored(playbook)
  const views = useViews(isSaved)
  const reason =
    issues.length > 0
      ? t('publish.problems', { count: issues.length })
      : version !== null && changes === 0
        ? t('publish.same', { version })
        : null
  return (
    <header className={classes.bar}>
      <div className={classes.barStart}>
        {readOnly ? <h1 className={classes.barTitle}>{playbook.title}</h1> : <TitleField />}
        {(version === null || changes > 0) && <Chip hue="amber">{t('bar.draft')}</Chip>}
        {isSaved && <SaveWords state={state} timeZone={props.timeZone} onDecide={props.onDecide} />}
        {isSaved && playbook.can.build && <Editors playbookId={playbook.id} />}
        {version !== null && (
          <span className={own.published}>
            <Dot hue="green" />
            {t('bar.published', { version })}
          </span>
        )}
      </div>
      <ViewSwitch label={t('bar.views')} prefix={VIEWS} views={views} value={view} onChange={props.onView} />
      <div className={classes.barEnd}>
        <BuilderMenu onSettings={props.onSettings} />
        {readOnly || !isSaved ? props.beside : <BarActions props={props} reason={reason} />}
      </div>
    </header>
  )
}

function useViews(isSaved: boolean): { key: PlaybookPageView; label: string }[] {
  const { t } = useTranslation('builder')
  const mayReadRuns = useMay('run:read')
  const { document: draft } = useBuilder()
  const tests = testsOf(draft).length
  return [
    { key: 'canvas', label: t('bar.canvas') },
    { key: 'yaml', label: t('bar.yaml') },
    ...(isSaved
      ? [
          { key: 'triggers' as const, label: t('bar.triggers') },
          {
            key: 'tests' as const,
            label: tests === 0 ? t('bar.tests') : t('bar.testsCounted', { count: tests }),
          },
          { key: 'versions' as const, label: t('bar.versions') },
        ]
      : []),
    ...(isSaved && mayReadRuns ? [{ key: 'runs' as const, label: t('bar.runs') }] : []),
  ]
}

function BarActions({ props, reason }: { props: BuilderBarProps; reason: string | null }) {
  const { t } = useTranslation('builder')
  return (
    <>
      <Button leftSection={<IconFlask size={14} stroke={1.7} aria-hidden />} onClick={props.onTest}>
        {t('bar.test')}
      </Button>
      <Button
        variant="filled"
        disabled={reason !== null}
        title={reason ?? undefined}
        onClick={props.onPublish}
      >
        {t('bar.publish')}
      </Button>
    </>
  )
}

/** Click to edit the title, and the key until the first publication. */
function TitleField() {
  const { t } = useTranslation('builder')
  const { document: draft, playbook, edit } = useBuilder()
  const [isOpen, setIsOpen] = useState(false)
  const title = typeof draft['title'] === 'string' ? draft['title'] : playbook.title
  const key = typeof draft['playbook'] === 'string' ? draft['playbook'] : playbook.key
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus>
      <Popover.Target>
        <h1 className={own.title}>
          <button
            type="button"
            className={own.titleButton}
            title={`${title} · ${t('bar.rename')}`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {title === '' ? playbook.title : title}
          </button>
        </h1>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label={t('bar.rename')}>
        <RenameForm setIsOpen={setIsOpen} title={title} edit={edit} playbookKey={key} playbook={playbook} />
      </Popover.Dropdown>
    </Popover>
  )
}

interface RenameFormProps {
  setIsOpen: (next: boolean) => void
  title: string
  edit: ReturnType<typeof useBuilder>['edit']
  playbookKey: string
  playbook: ReturnType<typeof useBuilder>['playbook']
}

function RenameForm({ setIsOpen, title, edit, playbookKey, playbook }: RenameFormProps) {
  const { t } = useTranslation('builder')
  return (
    <form
      className={own.rename}
      onSubmit={(event) => {
        event.preventDefault()
        setIsOpen(false)
      }}
    >
      <TextInput
        label={t('bar.title')}
        value={title}
        data-autofocus
        onChange={(event) => {
          const { value } = event.currentTarget
          edit(t('undo.title'), (document) => setIn(document, ['title'], value), 'title')
        }}
      />
      <TextInput
        label={t('bar.key')}
        value={playbookKey}
        disabled={playbook.publishedVersion !== null}
        onChange={(event) => {
          const { value } = event.currentTarget
          edit(t('undo.title'), (document) => setIn(document, ['playbook'], value), 'key')
        }}
      />
      {/* Two inputs and no button: without this, Enter does nothing. */}
      <button type="submit" hidden aria-label={t('bar.rename')} />
    </form>
  )
}

function useTheirs({ state, savedAt }: DraftState): string | null {
  const { t } = useTranslation('builder')
  const { playbook } = useBuilder()
  const now = useNow('second')
  const by = playbook.savedBy
  if (state !== 'saved' || by === null || by.own) return null
  const at = Date.parse(by.at)
  if (savedAt !== null && savedAt > at) return null
  const ago = Math.max(0, now - at)
  const time = ago < 60_000 ? t('save.seconds', { count: Math.round(ago / 1000) }) : formatAge(ago)
  return t('save.by', { name: by.name, ago: time })
}

interface SaveWordsProps {
  state: DraftState
  timeZone: string
  onDecide: () => void
}

function SaveWords({ state, timeZone, onDecide }: SaveWordsProps) {
  const { t } = useTranslation('builder')
  const { savedAt, reason } = state
  const isBad = state.state === 'away' || state.state === 'refused' || state.state === 'conflict'
  const words = t(`save.${state.state}`, { reason: reason ?? '' })
  const time =
    state.state === 'saved' && savedAt !== null
      ? ` ${formatClock(new Date(savedAt), timeZone).slice(0, 5)}`
      : ''
  const theirs = useTheirs(state)
  return (
    <>
      <span className={own.saving} role="status" data-bad={isBad || undefined} title={words + time}>
        {theirs ?? (state.state === 'saved' && savedAt === null ? '' : words + time)}
      </span>
      {state.state === 'conflict' && (
        <Button className={own.decide ?? ''} onClick={onDecide}>
          {t('save.decide')}
        </Button>
      )}
    </>
  )
}
