import { IconArrowsSplit2 } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { CardBox, CardEdge, StageLayout } from './card-layout.ts'
import classes from './Cards.module.css'
import type { RuleState } from './LogicGlyph.tsx'

export function placeOf({ x, y, width, height }: CardBox): CSSProperties {
  return { left: x, top: y, width, height }
}

interface CardEdgesProps {
  stage: string
  layout: StageLayout
  /** How the rule that a line leads to came out. */
  stateOf: (rule: string) => RuleState
}

/** The lines between the cards of a stage; those that were taken are drawn last, above the others. */
export function CardEdges({ stage, layout, stateOf }: CardEdgesProps) {
  const hasFired = ({ to }: CardEdge) => Number(stateOf(to) === 'fired')
  return (
    <svg className={classes.edges} width={layout.width} height={layout.height} aria-hidden>
      <defs>
        {(['fired', 'idle'] as const).map((state) => (
          <marker
            key={state}
            id={`${stage}-${state}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M1 1 7 4 1 7" className={classes.arrow} data-state={state} />
          </marker>
        ))}
      </defs>
      {layout.edges
        .toSorted((one, other) => hasFired(one) - hasFired(other))
        .map(({ to, path }) => {
          const state = stateOf(to)
          return (
            <path
              key={to}
              d={path}
              className={classes.edge}
              data-state={state}
              markerEnd={`url(#${stage}-${state === 'fired' ? 'fired' : 'idle'})`}
            />
          )
        })}
    </svg>
  )
}

interface SubjectBoxProps {
  box: CardBox
  hasFired: boolean
  isFaded?: boolean
  label: string
  /** The field as expressions name it. */
  path: string
}

/** The field that the rules of a branch are about. */
export function SubjectBox({ box, hasFired, isFaded = false, label, path }: SubjectBoxProps) {
  return (
    <div
      role="none"
      className={classes.subject}
      style={placeOf(box)}
      data-state={hasFired ? 'fired' : 'plain'}
      data-faded={isFaded || undefined}
    >
      <span className={classes.tile} aria-hidden>
        <IconArrowsSplit2 size={16} stroke={1.7} />
      </span>
      <span className={classes.subjectWords}>
        <strong>{label}</strong>
        <code>{path}</code>
      </span>
    </div>
  )
}
