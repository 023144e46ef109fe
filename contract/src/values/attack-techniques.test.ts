import { describe, expect, test } from 'vitest'
import { allTechniques, canonicalTechnique, techniqueLabel } from './attack-techniques.ts'

describe('the techniques of ATT&CK', () => {
  test('are all there, each sub-technique after its parent', () => {
    const ids = [...allTechniques().keys()]
    expect(ids.filter((id) => !id.includes('.'))).toHaveLength(216)
    expect(ids).toHaveLength(691)
    expect(ids).toEqual(ids.toSorted())
    for (const id of ids) {
      expect(id).toMatch(/^T\d{4}(\.\d{3})?$/)
      expect(allTechniques().has(id.slice(0, 5))).toBe(true)
    }
    const tactics = new Set([...allTechniques().values()].flatMap((technique) => technique.tactics))
    expect(tactics).not.toContain(undefined)
    expect(tactics.size).toBe(14)
  })

  test.each([
    ['T1059.001', 'T1059.001 Command and Scripting Interpreter: PowerShell'],
    ['T1055.008', 'T1055.008 Process Injection: Ptrace System Calls'],
    ['T1574.004', 'T1574.004 Hijack Execution Flow: Dylib Hijacking'],
    ['T1566', 'T1566 Phishing'],
    ['T9999', 'T9999'],
  ])('names %s', (id, label) => {
    expect(techniqueLabel(id)).toBe(label)
  })

  test('knows an id in every spelling, and refuses numbers that are not in use', () => {
    expect(canonicalTechnique(' t1059.001 ')).toBe('T1059.001')
    expect(['T1055.006', 'T1059.1', 'T105', 'PowerShell', ''].map(canonicalTechnique)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })
})
