import type { JsonObject } from '@caseloom/contract/kernel/json'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { neighborOf } from '../../../../ui/graph/graph-view.ts'
import { useBuilder } from '../model/builder-context.ts'
import { type Clip, clipOf, clipText, paste } from '../model/clipboard.ts'
import { removeNodes, type Spot } from '../model/draft.ts'
import { triggerKeyOf } from '../model/places.ts'
import { duplicate, putNodes } from '../model/shape.ts'
import { alongEdges } from './drop-spot.ts'
import type { Scene } from './scene.ts'
import { isTyping, keepClip, useClipboard } from './useClipboard.ts'

interface KeysOptions {
  scene: Scene
  focused: string | undefined
  focus: (node: string) => void
  offer: (spot: Spot) => void
  find: () => void
  fit: () => void
  zoom: (by: 1 | -1) => void
  enter: () => void
}

type Keys = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'target' | 'preventDefault'
>

export interface CanvasCommands {
  onKeyDown: (event: Keys) => void
  remove: () => void
  copy: () => void
  duplicate: () => void
}

const STEP = 16
const WAYS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
}

function useNodeCommands({ scene, focused, focus }: KeysOptions) {
  const { t } = useTranslation('builder')
  const { document: draft, selection, select, edit, readOnly } = useBuilder()
  // Commands apply to the focused node, unless it is part of a multi-selection.
  const meant = focused !== undefined && !selection.includes(focused) ? [focused] : [...selection]
  const steps = meant.filter((node) => triggerKeyOf(node) === null)
  const change = (label: string, next: JsonObject) => edit(label, () => next)
  const remove = () => {
    if (readOnly || meant.length === 0) return
    const [first = ''] = meant
    const next = scene.edges.find((edge) => edge.to === first)?.from
    change(t('undo.remove', { count: meant.length }), removeNodes(draft, meant))
    select(null)
    if (next !== undefined && !meant.includes(next)) focus(next)
  }
  const copyOf = () => textOf(draft, meant)
  const duplicateAll = () => {
    if (readOnly || steps.length === 0) return
    const made = duplicate(draft, steps)
    change(t('undo.duplicate', { count: made.keys.length }), made.document)
    select(made.keys)
  }
  const insert = (clip: Clip) => {
    const made = paste(draft, clip, focused ?? meant.at(-1) ?? null)
    change(t('undo.paste', { count: made.nodes.length }), made.document)
    select(made.nodes)
    const [first] = made.nodes
    if (first !== undefined) focus(first)
  }
  useClipboard({
    copy: copyOf,
    cut: () => {
      const text = copyOf()
      remove()
      return text
    },
    paste: readOnly ? null : insert,
  })
  const nudge = useNudge(scene, meant)
  return {
    remove,
    nudge,
    copy: () => {
      const text = copyOf()
      if (text !== null) keepClip(text)
    },
    duplicate: duplicateAll,
  }
}

function textOf(draft: JsonObject, nodes: readonly string[]): string | null {
  const clip = clipOf(draft, nodes)
  return clip.steps.length + clip.triggers.length === 0 ? null : clipText(clip)
}

/** Moves the nodes by a step in the direction of an arrow key. */
function useNudge(scene: Scene, meant: readonly string[]): (key: string) => boolean {
  const { t } = useTranslation('builder')
  const { edit, readOnly } = useBuilder()
  return (key) => {
    const way = WAYS[key]
    if (readOnly || way === undefined) return false
    const standing = [...scene.nodes, ...scene.notes].filter(({ id }) => meant.includes(id))
    const places = standing.map(({ id, x, y }) => [id, { x: x + way.x, y: y + way.y }])
    edit(
      t('undo.move'),
      (document) => putNodes(document, Object.fromEntries(places)),
      `nudge ${meant.join(' ')}`,
    )
    return true
  }
}

export function useCanvasKeys(options: KeysOptions): CanvasCommands {
  const { select } = useBuilder()
  const { scene } = options
  const commands = useNodeCommands(options)
  const plain = usePlainKeys(options, commands)
  const withMod = (event: Keys): boolean => {
    const key = event.key.toLowerCase()
    if (key === 'd') commands.duplicate()
    else if (key === 'f') options.find()
    else if (key === 'a')
      select(scene.nodes.flatMap(({ id, facts }) => (isReachable(facts.kind) ? [id] : [])))
    else return false
    return true
  }
  const onKeyDown = (event: Keys) => {
    if (event.target !== null && isTyping(event.target)) return
    const isMod = event.metaKey || event.ctrlKey
    const done = event.altKey ? !isMod && commands.nudge(event.key) : isMod ? withMod(event) : plain(event)
    if (done) event.preventDefault()
  }
  useKeysFromNowhere(onKeyDown)
  return { ...commands, onKeyDown }
}

/** A freshly loaded page has no focus: its keys apply to the canvas, except for deleting. */
function useKeysFromNowhere(onKeyDown: (event: KeyboardEvent) => void): void {
  const fromNowhere = useEffectEvent((event: KeyboardEvent) => {
    const isSafe = event.key !== 'Delete' && event.key !== 'Backspace'
    if (isSafe && event.target === document.body && !event.defaultPrevented) onKeyDown(event)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => fromNowhere(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Arrows move the focus, with Shift they select what they pass. */
function useArrows({ scene, focused, focus }: KeysOptions): (event: Keys) => boolean {
  const { selection, select } = useBuilder()
  return (event) => {
    if (focused === undefined) return false
    const next = alongEdges(scene, focused, event.key) ?? neighborOf(reachable(scene), focused, event.key)?.id
    if (next === undefined) return false
    focus(next)
    if (event.shiftKey) select([...new Set([...selection, focused, next])])
    return true
  }
}

/** Keys without Control and Alt; false where they mean nothing. */
function usePlainKeys(options: KeysOptions, commands: Pick<CanvasCommands, 'remove'>) {
  const { selection, select, readOnly } = useBuilder()
  const { focused } = options
  const move = useArrows(options)
  return (event: Keys): boolean => {
    switch (event.key) {
      case 'a':
        if (!readOnly)
          options.offer(
            focused === undefined ? { kind: 'in', list: ['steps'] } : { kind: 'after', node: focused },
          )
        return !readOnly
      case 'b':
        if (readOnly || focused === undefined || triggerKeyOf(focused) !== null) return false
        options.offer({ kind: 'before', node: focused })
        return true
      case 'Delete':
      case 'Backspace':
        commands.remove()
        return true
      case 'Enter':
        if (focused === undefined) return false
        select(focused)
        options.enter()
        return true
      case ' ':
        if (focused === undefined) return false
        select(
          selection.includes(focused) ? selection.filter((one) => one !== focused) : [...selection, focused],
        )
        return true
      case 'f':
        options.fit()
        return true
      case '+':
      case '-':
        options.zoom(event.key === '+' ? 1 : -1)
        return true
      case 'Escape':
        select(null)
        return true
      default:
        return move(event)
    }
  }
}

function isReachable(kind: string): boolean {
  return kind !== 'lane' && kind !== 'handler'
}

function reachable(scene: Scene) {
  return scene.nodes.flatMap(({ id, facts }) => (isReachable(facts.kind) ? (scene.boxes.get(id) ?? []) : []))
}
