import type { WorkflowBranch, WorkflowRule, WorkflowStage } from '@caseloom/contract/apps/workflow'
import { IconChevronRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import { subjectOfBranch, subjectPath } from './branch-subject.ts'
import { type CardBox, layoutStage } from './card-layout.ts'
import { CardEdges, placeOf, SubjectBox } from './CardParts.tsx'
import classes from './Cards.module.css'
import { type LogicRow, type LogicTreeProps, useLogicTree } from './logic-tree.ts'

interface LogicCardsProps extends LogicTreeProps {
  stages: readonly WorkflowStage[]
  /** What a branch is about, in words. */
  subject: (field: string | undefined) => string
}

type ItemOf = ReturnType<typeof useLogicTree>

/** The tree of a workflow as cards, as its editor shows it; only what is among the rows. */
export function LogicCards(props: LogicCardsProps) {
  const { label, rows, stages, subject, onFold } = props
  const itemOf = useLogicTree(props)
  const known = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  return (
    <div className={classes.stages} role="tree" aria-label={label}>
      {stages.flatMap((stage) => {
        const head = known.get(stage.id)
        if (head === undefined) return []
        return [
          <div key={stage.id} role="none" className={classes.stage}>
            <div className={classes.stageHead} data-fixed {...itemOf(head)}>
              <span
                className={classes.fold}
                data-open={head.open || undefined}
                aria-hidden
                onClick={(event) => {
                  event.stopPropagation()
                  onFold(stage.id)
                }}
              >
                <IconChevronRight size={14} stroke={1.7} />
              </span>
              <strong className={classes.stageTitle}>{head.label}</strong>{' '}
              <span className={classes.stageOn}>{head.value}</span>{' '}
              <span className={classes.stageCount}>{head.outcome}</span>
            </div>
            {head.open === true && <StageBoard {...{ stage, known, itemOf, subject }} />}
          </div>,
        ]
      })}
    </div>
  )
}

const NOTHING_FOLDED: ReadonlySet<string> = new Set()

interface StageBoardProps {
  stage: WorkflowStage
  known: ReadonlyMap<string, LogicRow>
  itemOf: ItemOf
  subject: LogicCardsProps['subject']
}

function StageBoard({ stage, known, itemOf, subject }: StageBoardProps) {
  const shown = useMemo(() => onlyKnown(stage, known), [stage, known])
  const layout = useMemo(() => layoutStage(shown, NOTHING_FOLDED), [shown])
  const boxes = useMemo(() => new Map(layout.cards.map((box) => [box.id, box])), [layout])
  return (
    <div className={classes.board} style={{ width: layout.width, height: layout.height }} role="none">
      <CardEdges
        stage={stage.id}
        layout={layout}
        stateOf={(rule) => (known.get(rule)?.fired === true ? 'fired' : 'idle')}
      />
      {shown.branches.map((branch) => (
        <Branch key={branch.id} {...{ branch, boxes, known, itemOf, subject }} />
      ))}
    </div>
  )
}

/** A stage with the rules that are among the rows. */
function onlyKnown(stage: WorkflowStage, known: ReadonlyMap<string, LogicRow>): WorkflowStage {
  const inBranch = (branch: WorkflowBranch): WorkflowBranch[] => {
    const rules = branch.rules.flatMap((rule) =>
      known.has(rule.id) ? [{ ...rule, branches: rule.branches.flatMap(inBranch) }] : [],
    )
    return rules.length === 0 ? [] : [{ ...branch, rules }]
  }
  return { ...stage, branches: stage.branches.flatMap(inBranch) }
}

interface BranchProps extends Omit<StageBoardProps, 'stage'> {
  branch: WorkflowBranch
  boxes: ReadonlyMap<string, CardBox>
}

function Branch({ branch, subject, ...shared }: BranchProps) {
  const { boxes, known } = shared
  const box = boxes.get(branch.id)
  const field = subjectOfBranch(branch)
  return (
    <>
      {box !== undefined && (
        <SubjectBox
          box={box}
          hasFired={branch.rules.some(({ id }) => known.get(id)?.fired)}
          label={subject(field)}
          path={subjectPath(field)}
        />
      )}
      {branch.rules.map((rule) => (
        <Card key={rule.id} rule={rule} subject={subject} {...shared} />
      ))}
    </>
  )
}

/** A rule with its actions, and the rules inside it beside. */
function Card({ rule, ...shared }: Omit<BranchProps, 'branch'> & { rule: WorkflowRule }) {
  const { boxes, known, itemOf } = shared
  const [box, row] = [boxes.get(rule.id), known.get(rule.id)]
  if (box === undefined || row === undefined) return null
  const item = itemOf(row)
  return (
    <>
      <div
        role="none"
        className={classes.card}
        style={placeOf(box)}
        data-state={row.fired === true ? 'fired' : 'idle'}
        data-selected={item['aria-selected'] || undefined}
      >
        <div className={classes.cardHead} data-fixed {...item}>
          {row.glyph}
          <span className={classes.cardTitle} title={row.text}>
            {row.label}
          </span>{' '}
          <span className={classes.cardEnd}>{row.outcome}</span>
        </div>
        {rule.actions.flatMap(({ id }) => {
          const action = known.get(id)
          return action === undefined ? [] : [<ActionLine key={id} row={action} item={itemOf(action)} />]
        })}
      </div>
      {rule.branches.flatMap((branch) =>
        branch.rules.map((nested) => <Card key={nested.id} rule={nested} {...shared} />),
      )}
    </>
  )
}

function ActionLine({ row, item }: { row: LogicRow; item: ReturnType<ItemOf> }) {
  return (
    <div
      className={classes.action}
      {...item}
      data-selected={item['aria-selected'] || undefined}
      title={row.text}
    >
      {row.glyph}
      <span className={classes.actionText}>{row.label}</span>
      <span className={classes.cardEnd}>{row.outcome}</span>
    </div>
  )
}
