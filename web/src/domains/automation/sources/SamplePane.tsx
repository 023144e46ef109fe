import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type DragEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type SampleLine, sampleLines } from './sample-lines.ts'
import classes from './Mapping.module.css'
import type { Mapping } from './useMapping.ts'
import { DRAGGED_PATH } from './usePathDrops.ts'

interface SamplePaneProps {
  mapping: Mapping
  isExample: boolean
  onAnother: () => void
  hot: ReadonlySet<string>
  onHot: (path: string | null) => void
}

export function SamplePane({ mapping, isExample, onAnother, hot, onHot }: SamplePaneProps) {
  const { t } = useTranslation('sources')
  const { sample, at, show, bindings, leaves } = mapping
  const event = sample.events[at]
  const lines = useMemo(() => sampleLines(event ?? {}), [event])
  const bound = new Set(bindings.flatMap((one) => (one.from === 'path' ? [one.path] : [])))
  const unused = leaves.filter(({ path }) => !bound.has(path)).length
  return (
    <section className={classes.sample} aria-labelledby="connect-sample">
      <header className={classes.paneHead}>
        <h2 id="connect-sample" className={classes.paneTitle}>
          {t(isExample ? 'map.example' : 'map.sample')}
        </h2>
        {sample.events.length > 1 && <EventSwitch count={sample.events.length} at={at} show={show} />}
        <Button variant="subtle" size="compact-sm" ml="auto" onClick={onAnother}>
          {t('map.another')}
        </Button>
      </header>
      {/* A scrolling region must be reachable by keyboard. */}
      <div className={classes.lines} data-scroll tabIndex={0} role="group" aria-label={t('map.sample')}>
        {lines.map((line, index) => (
          <Line
            key={index}
            line={line}
            number={index + 1}
            isBound={line.path !== null && bound.has(line.path)}
            isHot={line.path !== null && hot.has(line.path)}
            onHot={onHot}
          />
        ))}
      </div>
      <footer className={classes.paneFoot}>
        {unused === 0 ? t('map.allUsed') : t('map.unused', { count: unused })}
      </footer>
    </section>
  )
}

interface LineProps {
  line: SampleLine
  number: number
  isBound: boolean
  isHot: boolean
  onHot: (path: string | null) => void
}

function Line({ line: { depth, lead, text, path }, number, isBound, isHot, onHot }: LineProps) {
  return (
    <div className={classes.line}>
      <span className={classes.number} aria-hidden>
        {number}
      </span>
      <span className={classes.code} style={{ paddingInlineStart: depth * 14 }}>
        {lead}
        {path === null ? (
          text
        ) : (
          <span
            className={classes.value}
            draggable
            data-path={path}
            data-bound={isBound || undefined}
            data-hot={isHot || undefined}
            onDragStart={(drag: DragEvent) => drag.dataTransfer.setData(DRAGGED_PATH, path)}
            onMouseEnter={() => onHot(path)}
            onMouseLeave={() => onHot(null)}
          >
            {text}
          </span>
        )}
      </span>
    </div>
  )
}

function EventSwitch({ count, at, show }: { count: number; at: number; show: (at: number) => void }) {
  const { t } = useTranslation('sources')
  return (
    <span className={classes.eventSwitch}>
      <span className={classes.quiet}>{t('map.event', { at: at + 1, count })}</span>
      <ActionIcon size={24} aria-label={t('map.previous')} disabled={at === 0} onClick={() => show(at - 1)}>
        <IconChevronLeft size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={24}
        aria-label={t('map.following')}
        disabled={at === count - 1}
        onClick={() => show(at + 1)}
      >
        <IconChevronRight size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
    </span>
  )
}
