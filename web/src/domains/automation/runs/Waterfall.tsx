import type { StepView } from '@caseloom/contract/automation/automation'
import { useElementSize } from '@mantine/hooks'
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { formatCount, formatDuration } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import type { Run } from '../shared/run-summary.ts'
import { type Bar, barsOf, type Scale, scaleOf, spacedTicks, timeColumn } from './waterfall.ts'
import type { Translate } from '../shared/translate.ts'

type Step = z.infer<typeof StepView>

interface WaterfallProps {
  run: Run
  selected: string
  onSelect: (step: string) => void
  end: number
  live: boolean
}

/** The steps of a run over time. Long waits are shortened unless true lengths are requested. */
export function Waterfall({ run, selected, onSelect, end, live }: WaterfallProps) {
  const { t } = useTranslation('automation')
  const [linear, setLinear] = useState(false)
  const start = Date.parse(run.startedAt)
  const rows = useMemo(() => run.steps.map((step) => ({ step, bars: barsOf(step, end) })), [run.steps, end])
  const scale = useMemo(
    () =>
      scaleOf(
        rows.flatMap(({ bars }) => bars),
        { start, end, compress: !linear },
      ),
    [rows, start, end, linear],
  )
  const times = rows.map(({ step }) => timeText(step, t, end))
  const list = useSelectedInView(selected)
  const entry = run.steps.some(({ key }) => key === selected) ? selected : run.steps[0]?.key
  return (
    <section
      className={classes.steps}
      style={{ '--row-time': timeColumn(times) } as CSSProperties} // own variable
      aria-labelledby="steps-title"
    >
      <WaterfallHeader scale={scale} linear={linear} setLinear={setLinear} live={live} />
      {run.steps.length === 0 ? (
        <p className={classes.prose}>{t('run.noSteps')}</p>
      ) : (
        <ul className={classes.rows} ref={list}>
          {rows.map(({ step, bars }, at) => (
            <li key={step.path}>
              <button
                type="button"
                className={classes.row}
                data-key={step.key}
                data-quiet={step.state === 'queued' || step.state === 'skipped' || undefined}
                aria-current={step.key === selected ? 'true' : undefined}
                tabIndex={step.key === entry ? 0 : -1}
                onClick={() => onSelect(step.key)}
                onKeyDown={(event) => moveBetween(event, onSelect)}
              >
                <RowFace step={step} bars={bars} scale={scale} time={times[at] ?? ''} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function useSelectedInView(selected: string) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const row = list.current?.querySelector('button[aria-current]')
    if (selected !== undefined) row?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return list
}

interface WaterfallHeaderProps {
  scale: Scale
  linear: boolean
  setLinear: (next: boolean) => void
  live: boolean
}

function WaterfallHeader({ scale, linear, setLinear, live }: WaterfallHeaderProps) {
  const { t } = useTranslation('automation')
  return (
    <header className={classes.stepsHeader}>
      <h2 id="steps-title" className={classes.panelTitle}>
        {t('run.steps')}
      </h2>
      {scale.compressible && (
        <button
          type="button"
          className={classes.toggle}
          aria-pressed={!linear}
          onClick={() => setLinear(!linear)}
        >
          {t('run.compressed')}
        </button>
      )}
      <Ticks scale={scale} live={live} />
    </header>
  )
}

function moveBetween(event: KeyboardEvent<HTMLElement>, onSelect: (step: string) => void): void {
  const list = event.currentTarget.closest('ul')
  const buttons = [...(list?.querySelectorAll<HTMLElement>('button[data-key]') ?? [])]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const goals: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: buttons.length - 1,
  }
  const goal = goals[event.key]
  const next = goal === undefined ? undefined : buttons[goal]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
  if (next.dataset['key'] !== undefined) onSelect(next.dataset['key'])
}

const TICK_WIDTH = 64

function Ticks({ scale, live }: { scale: Scale; live: boolean }) {
  const { t } = useTranslation('automation')
  const { ref, width } = useElementSize<HTMLDivElement>()
  const shown = spacedTicks(scale.ticks, TICK_WIDTH / Math.max(1, width)).map((tick) => ({
    ...tick,
    text: tick.at === 0 ? '0 s' : tick.last && live ? t('run.now') : formatDuration(tick.ms),
  }))
  // Skip ticks with the same label.
  const said = shown.filter(
    (tick, index) => tick.last || shown.findLastIndex((one) => one.text === tick.text) === index,
  )
  return (
    <div className={classes.ticks} aria-hidden ref={ref}>
      {said.map((tick) => (
        <span
          key={tick.at}
          className={classes.tick}
          data-edge={tick.at === 0 ? 'start' : tick.last ? 'end' : undefined}
          style={{ insetInlineStart: `${tick.at * 100}%` }}
        >
          {tick.text}
        </span>
      ))}
    </div>
  )
}

function RowFace({
  step,
  bars,
  scale,
  time,
}: {
  step: Step
  bars: readonly Bar[]
  scale: Scale
  time: string
}) {
  const { t } = useTranslation('automation')
  const tries = step.attempts.length
  return (
    <>
      <StateGlyph state={step.state} label={t(`states.${step.state}`)} />
      <span
        className={classes.rowName}
        title={titleOf(t, step)}
        style={step.depth === 0 ? undefined : { paddingInlineStart: step.depth * INDENT }}
      >
        <span className={classes.rowTitle}>{titleOf(t, step)}</span>
        {step.turns !== null && <span className={classes.rowNote}>{formatCount(step.turns.total)}</span>}
        {failedOf(step) > 0 && (
          <span className={classes.rowNote}>
            {t('run.failedTurns', { shown: formatCount(failedOf(step)) })}
          </span>
        )}
        {tries > 1 && <span className={classes.rowNote}>{t('run.attempts', { count: tries })}</span>}
      </span>
      <span className={classes.rowTime}>{time}</span>
      <span className={classes.track}>
        <Pieces bars={bars} scale={scale} />
      </span>
    </>
  )
}

function Pieces({ bars, scale }: { bars: readonly Bar[]; scale: Scale }) {
  return bars.map((bar) => {
    const from = scale.at(bar.from)
    const width = Math.max(0, scale.at(bar.to) - from)
    return (
      <span
        key={`${bar.from} ${bar.kind}`}
        className={classes.piece}
        data-kind={bar.kind}
        style={{
          insetInlineStart: `min(${from * 100}%, calc(100% - 3px))`,
          width: `max(3px, calc(${width * 100}% - 1px))`,
        }}
      />
    )
  })
}

const INDENT = 14

function titleOf(t: Translate, { title, part }: Step): string {
  return part === 'undo' ? t('run.undo', { title }) : title
}

function failedOf({ turns }: Step): number {
  return turns?.failed ?? 0
}

function timeText(step: Step, t: Translate, end: number): string {
  const { instances } = step
  if (instances !== null && instances.total > 0) {
    const count = formatCount(instances.total)
    if (step.durationMs === null) return t('run.times', { count })
    return t('run.timesEach', { count, time: formatDuration(step.durationMs) })
  }
  if (step.startedAt === null || step.state === 'queued' || step.state === 'skipped')
    return t(`states.${step.state}`)
  return formatDuration(step.durationMs ?? end - Date.parse(step.startedAt))
}
