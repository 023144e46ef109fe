import type { AppView } from '@caseloom/contract/apps/apps'
import type { Widget, WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Dashboards.module.css'
import figures from './Figures.module.css'
import { type FigureText, figureText } from './figure-text.ts'
import { gaugeArc, gaugeShare, isOnTarget, sparkPoints } from './figure-shapes.ts'
import { RecordsLink } from './RecordsLink.tsx'

type NumberWidget = Extract<Widget, { kind: 'number' }>

interface FigureBodyProps {
  widget: NumberWidget
  data: Extract<WidgetData, { kind: 'number' }>
  app: AppView | undefined
}

/** A figure with its change, its course, and its target. */
export function FigureBody({ widget, data, app }: FigureBodyProps) {
  const { t } = useTranslation('workspaces')
  const write = figureText(widget.measure, app)
  const value = write(data.value)
  const link = (
    <RecordsLink
      appId={widget.app}
      filter={data.filter}
      label={t('widget.open', { label: widget.title, value })}
      className={classes.figureValue}
    >
      {value}
    </RecordsLink>
  )
  const { target } = widget
  const ending = target !== undefined && <Target value={data.value} target={target} write={write} />
  if (widget.as === 'gauge' && target !== undefined)
    return (
      <div className={figures.gauge}>
        <Gauge value={data.value} target={target} />
        {link}
        {ending}
      </div>
    )
  return (
    <>
      <div className={classes.figure}>
        {link}
        {widget.compare && data.before !== null && (
          <Change value={data.value ?? 0} before={data.before} write={write} />
        )}
        {data.steps !== undefined && <Sparkline steps={data.steps} />}
      </div>
      {ending}
    </>
  )
}

function Change({ value, before, write }: { value: number; before: number; write: FigureText }) {
  const { t } = useTranslation('workspaces')
  const difference = value - before
  const way = difference > 0 ? 'up' : difference < 0 ? 'down' : 'same'
  // No percentage of zero: show the previous value instead.
  const size =
    before === 0
      ? t('widget.from', { value: write(0) })
      : `${Math.round(Math.abs(difference / before) * 100)}%`
  return (
    <span className={classes.change} title={t('widget.before', { value: write(before) })}>
      {way === 'up' && <IconArrowUpRight size={14} stroke={1.7} aria-label={t('widget.change.up')} />}
      {way === 'down' && <IconArrowDownRight size={14} stroke={1.7} aria-label={t('widget.change.down')} />}
      {way === 'same' ? t('widget.change.same') : size}
    </span>
  )
}

const SPARK = { width: 64, height: 26 }

/** Decorative: the figure and its change say what it shows. */
function Sparkline({ steps }: { steps: readonly (number | null)[] }) {
  const lines = sparkPoints(steps, SPARK)
  if (lines.length === 0) return null
  return (
    <svg className={figures.spark} viewBox={`0 0 ${SPARK.width} ${SPARK.height}`} aria-hidden>
      {lines.map((points) => (
        <polyline key={points} points={points} />
      ))}
    </svg>
  )
}

type TargetOf = NonNullable<NumberWidget['target']>

function Target({ value, target, write }: { value: number | null; target: TargetOf; write: FigureText }) {
  const { t } = useTranslation('workspaces')
  const met = isOnTarget(value, target)
  return (
    <p className={figures.target} data-met={met ?? undefined}>
      {t(met === null ? 'widget.target' : met ? 'widget.targetMet' : 'widget.targetMissed', {
        value: write(target.value),
      })}
    </p>
  )
}

/** Half a circle that is full at its target. */
function Gauge({ value, target }: { value: number | null; target: TargetOf }) {
  const share = value === null ? 0 : gaugeShare(value, target.value)
  return (
    <svg className={figures.gaugeArc} viewBox="0 0 120 66" aria-hidden>
      <path d={gaugeArc(1)} className={figures.gaugeTrack} />
      {share > 0 && (
        <path
          d={gaugeArc(share)}
          className={figures.gaugeFill}
          data-met={isOnTarget(value, target) ?? undefined}
        />
      )}
    </svg>
  )
}
