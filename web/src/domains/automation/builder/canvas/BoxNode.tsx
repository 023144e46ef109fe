import { ActionIcon as IconButton } from '@mantine/core'
import { IconChevronDown, IconExclamationCircleFilled, IconPlus } from '@tabler/icons-react'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo, use } from 'react'
import { useTranslation } from 'react-i18next'
import { StateGlyph } from '../../../../ui/glyphs/State.tsx'
import { ActionIcon } from '../../shared/action-icon.tsx'
import graph from '../../graph/Graph.module.css'
import { type CanvasDeeds, useCanvas } from './canvas-context.ts'
import classes from './Canvas.module.css'
import marks from './Coverage.module.css'
import { CoverageContext } from '../model/coverage.ts'
import { CoverageCount, coverageWord } from './CoverageCount.tsx'
import { nodeElementId } from '../model/node-element.ts'
import { OutHandle } from './OutHandle.tsx'
import { nodeName } from './StepNode.tsx'
import type { NodeFacts } from './scene.ts'

export type BoxFlowNode = Node<{ facts: NodeFacts; entry: boolean; drop: boolean }, 'box'>

export const BoxNode = memo(function BoxNode({ data, selected }: NodeProps<BoxFlowNode>) {
  const { facts } = data
  if (facts.kind === 'block') return <BlockBox facts={facts} data={data} selected={selected} />
  return <LaneBox facts={facts} drop={data.drop} />
})

interface BlockBoxProps {
  facts: NodeFacts
  data: BoxFlowNode['data']
  selected: boolean
}

function BlockBox({ facts, data, selected }: BlockBoxProps) {
  const { t } = useTranslation('builder')
  const deeds = useCanvas()
  const coverage = use(CoverageContext)
  return (
    <div
      className={`${classes.box} ${marks.box}`}
      data-coverage={coverageWord(coverage, facts.id)}
      data-selected={selected || undefined}
      data-problem={facts.problems > 0 || undefined}
      data-state={facts.state ?? undefined}
      data-drop={data.drop || undefined}
    >
      <Handle
        type="target"
        position={Position.Top}
        isConnectableStart={false}
        className={graph.handle ?? ''}
      />
      <div className={classes.boxHeader}>
        <BoxTitle facts={facts} selected={selected} data={data} deeds={deeds} />
        <BoxMarks facts={facts} />
        {!deeds.readOnly && (
          <IconButton
            size={24}
            className={classes.boxFold ?? ''}
            tabIndex={-1}
            aria-label={t('canvas.fold', { title: facts.title })}
            title={t('canvas.fold', { title: facts.title })}
            onClick={() => deeds.fold(facts.id, true)}
          >
            <IconChevronDown size={14} stroke={1.7} aria-hidden />
          </IconButton>
        )}
      </div>
      {facts.isEmpty && <EmptyBox facts={facts} />}
      <OutHandle facts={facts} connects />
    </div>
  )
}

function BoxMarks({ facts }: { facts: NodeFacts }) {
  const { t } = useTranslation('builder')
  return (
    <>
      {facts.problems > 0 && <IconExclamationCircleFilled size={14} className={graph.problem} aria-hidden />}
      {facts.state !== null && <StateGlyph state={facts.state} />}
      {facts.items !== null && facts.items !== '' && (
        <code className={classes.pill} title={facts.items}>
          {facts.items}
        </code>
      )}
      {facts.detail !== null && (
        <span className={classes.boxDetail}>{t('canvas.atATime', { count: Number(facts.detail) })}</span>
      )}
      <CoverageCount node={facts.id} />
    </>
  )
}

interface BoxTitleProps {
  facts: NodeFacts
  selected: boolean
  data: BlockBoxProps['data']
  deeds: CanvasDeeds
}

function BoxTitle({ facts, selected, data, deeds }: BoxTitleProps) {
  const { t } = useTranslation('builder')
  const coverage = use(CoverageContext)
  return (
    <button
      type="button"
      id={nodeElementId(facts.id)}
      className={classes.boxTitle}
      aria-pressed={selected}
      aria-label={nodeName(t, facts, coverage)}
      tabIndex={data.entry ? 0 : -1}
      onClick={(event) => deeds.choose(facts.id, event.shiftKey || event.metaKey || event.ctrlKey)}
      onFocus={() => deeds.focused(facts.id)}
    >
      <ActionIcon action={facts.action} size={14} />
      <span className={classes.boxName}>{facts.title}</span>
    </button>
  )
}

function LaneBox({ facts, drop }: { facts: NodeFacts; drop: boolean }) {
  const { t } = useTranslation('builder')
  const words =
    facts.kind === 'handler'
      ? t('canvas.onError')
      : t(`canvas.lanes.${facts.title}`, { defaultValue: facts.title })
  return (
    <div className={classes.lane} data-kind={facts.kind} data-drop={drop || undefined}>
      <span className={classes.laneTitle}>{words}</span>
      {facts.isEmpty && <EmptyBox facts={facts} />}
    </div>
  )
}

function EmptyBox({ facts }: { facts: NodeFacts }) {
  const { t } = useTranslation('builder')
  const deeds = useCanvas()
  if (deeds.readOnly) return null
  return (
    <button
      type="button"
      className={classes.emptyBox}
      onClick={() => deeds.offerIn(facts.id, facts.kind)}
      aria-label={t('canvas.addInside', {
        title: facts.kind === 'handler' ? t('canvas.onError') : facts.title,
      })}
    >
      <IconPlus size={14} stroke={2} aria-hidden />
      {t('canvas.addStep')}
    </button>
  )
}
