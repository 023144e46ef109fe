import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from './CopyButton.tsx'
import classes from './JsonView.module.css'
import { type JsonLine, jsonLines } from './json-lines.ts'
import { addTexts } from './text/i18n.ts'
import { workEn } from './text/work.en.ts'

addTexts('ui', workEn)

const LINE = 20

interface JsonViewProps {
  value: unknown
  title: string
  note?: ReactNode
  /** Height in pixels before it scrolls; absent: it fills its parent. */
  maxHeight?: number
}

/** Line numbers, colors, copy; only the visible lines are rendered, so large values stay fast. */
export function JsonView({ value, title, note, maxHeight }: JsonViewProps) {
  const { t } = useTranslation('ui')
  const lines = useMemo(() => (value === undefined ? [] : jsonLines(value)), [value])
  return (
    <div className={classes.root} style={maxHeight === undefined ? undefined : { maxHeight }}>
      <header className={classes.header}>
        <span className={classes.title}>{title}</span>
        {note !== undefined && <span className={classes.note}>{note}</span>}
        {value !== undefined && (
          <span className={classes.copy}>
            <CopyButton
              value={() => JSON.stringify(value, null, 2)}
              label={`${t('copy')} ${title.toLowerCase()}`}
            />
          </span>
        )}
      </header>
      {lines.length === 0 ? (
        <p className={classes.empty}>{t('json.empty')}</p>
      ) : (
        <Lines lines={lines} label={title} />
      )}
    </div>
  )
}

function Lines({ lines, label }: { lines: readonly JsonLine[]; label: string }) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 20,
  })
  const digits = String(lines.length).length
  return (
    <div className={classes.scroller} ref={scroller} tabIndex={0} role="region" aria-label={`${label} JSON`}>
      <div className={classes.lines} style={{ height: lines.length * LINE }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index]
          if (line === undefined) return null
          return (
            <div
              key={item.index}
              className={classes.line}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <span
                className={classes.number}
                style={{ minWidth: `${digits + 1}ch` }}
                data-number={item.index + 1}
                aria-hidden
              />
              <code className={classes.code}>
                {'  '.repeat(line.depth)}
                {line.tokens.map((token, at) => (
                  <span key={at} data-kind={token.kind}>
                    {token.text}
                  </span>
                ))}
              </code>
            </div>
          )
        })}
      </div>
    </div>
  )
}
