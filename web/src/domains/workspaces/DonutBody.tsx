import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Filter } from '@caseloom/contract/values/filter'
import { isAdditive, type Widget, type WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { useTranslation } from 'react-i18next'
import { lineColor } from './chart-options.ts'
import classes from './Dashboards.module.css'
import figures from './Figures.module.css'
import { axisKey, ringSlices } from './figure-shapes.ts'
import { figureText } from './figure-text.ts'
import { RecordsLink } from './RecordsLink.tsx'

interface DonutBodyProps {
  widget: Extract<Widget, { kind: 'bar' }>
  data: Extract<WidgetData, { kind: 'bar' }>
  app: AppView | undefined
}

/** A ring with its values as a list beside it, each of which opens its records. */
export function DonutBody({ widget, data, app }: DonutBodyProps) {
  const { t } = useTranslation('workspaces')
  if (data.buckets.length === 0) return <p className={classes.quiet}>{t('widget.noData')}</p>
  const write = figureText(widget.measure, app)
  const field = app?.fields.find(({ key }) => key === widget.groupBy)
  const parts = [
    ...data.buckets.map((bucket, at) => ({
      ...bucket,
      id: axisKey(bucket.key),
      color: lineColor(field, bucket.key, at),
    })),
    ...(data.others === null
      ? []
      : [
          {
            id: 'others',
            label: t('widget.others'),
            value: data.others,
            filter: null,
            color: '--cl-border',
          },
        ]),
  ]
  const slices = ringSlices(parts.map(({ value }) => value ?? 0))
  // A record with several values is in several parts: their sum is more than the whole.
  const hasSum = isAdditive(widget.measure) && field !== undefined && !fieldTraits(field).several
  const sum = parts.reduce((total, { value }) => total + (value ?? 0), 0)
  return (
    <div className={figures.donut}>
      <svg className={figures.ring} viewBox="0 0 42 42" aria-hidden>
        {parts.map(({ id, color }, at) => (
          <Slice key={id} color={color} slice={slices[at] ?? NOTHING} />
        ))}
        {hasSum && (
          <text x="21" y="21" className={figures.ringSum}>
            {write(sum)}
          </text>
        )}
      </svg>
      <ul className={figures.parts}>
        {parts.map((part) => (
          <Part key={part.id} part={part} appId={widget.app} value={write(part.value)} />
        ))}
      </ul>
    </div>
  )
}

const NOTHING = { length: 0, start: 0 }

function Slice({ color, slice }: { color: string; slice: typeof NOTHING }) {
  return (
    <circle
      cx="21"
      cy="21"
      r="15.915"
      stroke={`var(${color})`}
      strokeDasharray={`${slice.length} ${100 - slice.length}`}
      strokeDashoffset={25 - slice.start}
    />
  )
}

interface PartProps {
  part: { label: string; filter: Filter | null; color: string }
  appId: string
  value: string
}

function Part({ part: { label, filter, color }, appId, value }: PartProps) {
  return (
    <li>
      <span className={figures.swatch} style={{ background: `var(${color})` }} />
      <RecordsLink appId={appId} filter={filter} className={figures.part}>
        <span className={figures.label} title={label}>
          {label}
        </span>
        <span className={figures.value}>{value}</span>
      </RecordsLink>
    </li>
  )
}
