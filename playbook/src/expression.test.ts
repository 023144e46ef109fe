import type { JsonValue } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { createBudget } from './budget.ts'
import { compileExpression, compileTemplate } from './expression.ts'
import type { ExpressionError } from './expression-error.ts'

const bindings = () => ({ budget: createBudget(), now: 86_400_000, seed: 'seed' })
const run = (source: string, scope: object = {}) => compileExpression(source).evaluate(scope, bindings())
const fill = (template: JsonValue, scope: object = {}, strict = false) =>
  compileTemplate(template, { strict }).evaluate(scope, bindings())

async function errorOf(work: Promise<unknown>): Promise<ExpressionError> {
  try {
    await work
  } catch (error) {
    return error as ExpressionError
  }
  throw new Error('It did not fail')
}

describe('a template', () => {
  const scope = { n: 7, s: 'x', list: [1, 2], one: [5], nothing: null, o: { a: 1 }, yes: true }

  it.each<[JsonValue, JsonValue | undefined]>([
    ['plain', 'plain'],
    ['{% n %}', 7],
    ['  {% n %}\n', 7],
    ['{% yes %}', true],
    ['{% list %}', [1, 2]],
    ['{% missing %}', undefined],
    ['{% nothing %}', null],
    ['n={% n %}', 'n=7'],
    ['{% n %}{% s %}', '7x'],
    ['{% missing %} and {% nothing %}.', ' and .'],
    ['list {% list %} object {% o %} {% yes %}', 'list [1,2] object {"a":1} true'],
    [5, 5],
    [null, null],
    [{ a: { b: ['{% n %}', '{% missing %}', 'k'] }, c: '{% missing %}' }, { a: { b: [7, 'k'] } }],
    ['{% \'%}\' & "{%" & `s` /* %} */ %}', '%}{%x'],
    ['{% $lookup({"it\'s": 1}, "it\'s") %}', 1],
    ['100 % {not} a template }%', '100 % {not} a template }%'],
  ])('%j becomes %j', async (template, result) => {
    expect(await fill(template, scope)).toEqual(result)
  })

  it('gives a constant as it is, without a copy', async () => {
    const constant = { deep: [{ text: 'no expression' }] }
    expect(await fill(constant)).toBe(constant)
  })

  it('shares what it reads instead of copying it', async () => {
    expect(await fill('{% o %}', scope)).toBe(scope.o)
  })

  it('names the place of a fault', async () => {
    const error = await errorOf(fill({ a: [0, '{% 1 + "x" %}'] }))
    expect(error).toMatchObject({ code: 'expression.error', place: ['a', 1], position: 3 })
  })

  it.each([
    ['{% n', 0, 'must end with %}'],
    ['ab {% "%} %}', undefined, 'quote'],
    ['{%  %}', 0, 'empty'],
    ['x {% a b %}', 8, 'Syntax error'],
  ])('refuses %j', async (template, position, words) => {
    const error = await errorOf(Promise.resolve().then(() => fill(template)))
    expect(error.code).toBe('expression.syntax')
    expect(error.message).toContain(words)
    if (position !== undefined) expect(error.position).toBe(position)
  })

  it.each<JsonValue>([
    '{% missing %}',
    '{% nothing %}',
    '{% "" %}',
    'id-{% missing %}',
    { k: '{% missing %}' },
  ])('fails where a value is required but %j gives nothing', async (template) => {
    expect((await errorOf(fill(template, scope, true))).code).toBe('step.missing_value')
  })

  it.each([
    ['{% mail.text %}', '"mail.text" returns nothing: mail has no text'],
    ['{% mail.from.address %}', '"mail.from.address" returns nothing: mail.from has no address'],
    ['To: {% mail.subject %} and {% mail.to %}', '"mail.to" returns nothing: mail.to is empty'],
    ['{% mail.files.id %}', '"mail.files.id" returns nothing: mail.files is an empty list'],
    ['{% mail.hops.id %}', '"mail.hops.id" returns nothing'],
    ['{% mails.text %}', '"mails.text" returns nothing: mails isn’t available here'],
    ['{% mail.`x-id` %}', '"mail.`x-id`" returns nothing: mail has no `x-id`'],
    ['{% $lookup(mail, "text") %}', '"$lookup(mail, "text")" returns nothing'],
  ])('names the expression and the part that is missing: %j', async (template, words) => {
    const mail = { from: { name: 'Ann' }, subject: 'Hi', to: '', files: [], hops: [{ n: 1 }] }
    const error = await errorOf(fill(template, { mail }, true))
    expect(error.message).toBe(`A value is required, but ${words}`)
  })
})

describe('a result', () => {
  it('is plain JSON without the marks of the evaluator', async () => {
    const scope = { items: [{ v: 1 }, { v: 2 }], single: [{ v: 1 }] }
    for (const source of [
      'items.v',
      'items[v>0]',
      'single[]',
      '$map(items, function($i){$i.v})',
      '[1..3]',
      'items.{"k": v}',
    ]) {
      const result = await run(source, scope)
      expect(Array.isArray(result)).toBe(true)
      expect(
        Reflect.ownKeys(result as object).filter(
          (key) => typeof key !== 'string' || !/^(\d+|length)$/.test(key),
        ),
      ).toEqual([])
      expect(result).toStrictEqual(JSON.parse(JSON.stringify(result)))
    }
  })

  it('leaves out functions and makes objects of the evaluator ordinary ones', async () => {
    expect(await run('{"f": $sum, "n": 1, "g": function($x){$x}}')).toStrictEqual({ n: 1 })
    expect(await run('[$sum, 1]')).toStrictEqual([1])
    expect(await run('$sum')).toBeUndefined()
    expect(Object.getPrototypeOf(await run('{"a": 1}'))).toBe(Object.prototype)
  })

  it('never holds undefined, not where JSONata leaves it in lists either', async () => {
    expect(await run('[missing.a["a"]]')).toStrictEqual([])
    expect(await run('$append(0, a[$append(0, 0)])', { list: 1 })).toStrictEqual([0])
    expect(await run('x', { x: { a: undefined, b: [undefined, 1] } })).toStrictEqual({ b: [1] })
  })

  it.each(['1/0', '-1/0', '0/0', '{"a": [1/0]}'])('refuses %s, which JSON cannot carry', async (source) => {
    expect((await errorOf(run(source))).code).toBe('expression.error')
  })

  it('keeps a property called __proto__ as a property', async () => {
    const result = await run('{"__proto__": {"polluted": 1}, "a": [1..2]}')
    expect(Object.hasOwn(result as object, '__proto__')).toBe(true)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('does not see what is not data', async () => {
    for (const source of [
      'constructor',
      '__proto__',
      'a.constructor.name',
      '"x".length',
      '$lookup($$, "constructor")',
      'toString',
    ]) {
      expect(await run(source, { a: [1] })).toBeUndefined()
    }
  })
})

describe('the input of an expression', () => {
  it.each([
    'items{name: v}',
    '$$.items{name: v}',
    '($x := items; $x{name: v}; $count(items))',
    '$lookup($$, "items"){name: v}',
  ])('is not changed by %s over an empty list', async (source) => {
    const scope = { items: [] }
    await run(source, scope)
    expect(JSON.stringify(scope)).toBe('{"items":[]}')
  })

  it('is not changed by the transform operator', async () => {
    const scope = { o: { a: 1 } }
    expect(await run('o ~> |$|{"b": 2}|', scope)).toEqual({ a: 1, b: 2 })
    expect(scope).toEqual({ o: { a: 1 } })
  })

  it('may hold names that mean something to the evaluator', async () => {
    const scope = {
      x: { _jsonata_lambda: true, then: 1, sequence: true, token: 't' },
      list: [{ _jsonata_function: true }],
    }
    expect(await run('x.token', { x: { token: 't', then: 1, sequence: true } })).toBe('t')
    expect((await errorOf(run('x()', scope))).code).toBe('expression.error')
    expect(await run('$count(list)', scope)).toBe(1)
  })
})

describe('functions', () => {
  it('give the bound time and random numbers', async () => {
    expect(await run('$now()')).toBe('1970-01-02T00:00:00.000Z')
    expect(await run('$now("[Y]/[M]")')).toBe('1970/1')
    expect(await run('$millis()')).toBe(86_400_000)
    const first = await run('[$random(), $random(), $shuffle([1..5])]')
    expect(await run('[$random(), $random(), $shuffle([1..5])]')).toEqual(first)
    expect(new Set(first as number[]).size).toBe(7)
  })

  it.each<[string, JsonValue | undefined]>([
    ['$sort([3,1,2])', [1, 2, 3]],
    ['$sort(["b","B","a"])', ['B', 'a', 'b']],
    [
      '$sort([{"k":2,"n":"a"},{"k":1},{"k":2,"n":"b"}], function($l,$r){$l.k > $r.k})',
      [{ k: 1 }, { k: 2, n: 'a' }, { k: 2, n: 'b' }],
    ],
    ['$sort(5)', [5]],
    [
      '$distinct([1,"1",1,{"a":1,"b":2},{"b":2,"a":1},[1],[1],null,null,true])',
      [1, '1', { a: 1, b: 2 }, [1], null, true],
    ],
    ['$spread([{"a":1,"b":2},{"c":3}])', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ['$spread({"a":1})', { a: 1 }],
    ['$append([1],2)', [1, 2]],
    ['$append(1,[2])', [1, 2]],
    ['$append(missing, 2)', 2],
    ['$max([1,9,3])', 9],
    ['$min([4,2])', 2],
    ['$max([])', undefined],
    ['$pad("x", -3, "ab")', 'abx'],
    ['$join(["a","b"], "-")', 'a-b'],
    ['$string({"a": [1, 2.5]}, true)', '{\n  "a": [\n    1,\n    2.5\n  ]\n}'],
    ['$shuffle([7])', [7]],
    ['$pad(?, 3)("x")', 'x  '],
    ['$formatInteger(14, "I")', 'XIV'],
    ['$fromMillis(0, "[Y0001]-[M01]-[D01]")', '1970-01-01'],
    ['$toMillis("2026-11-21T00:00:00Z")', 1795219200000],
    ['$replace("2026-11-21", /(\\d+)-(\\d+)-(\\d+)/, "$3.$2.$1")', '21.11.2026'],
    ['$match("a1b22", /[a-z](\\d+)/).groups', ['1', '22']],
    ['$split("a, b;c", /[,;]\\s*/)', ['a', 'b', 'c']],
    ['$contains("Hello", /hello/i)', true],
    ['$match("é€😀x", /./).match', ['é', '€', '😀', 'x']],
    ['$reduce([1,2,3], function($a,$b){$a+$b})', 6],
  ])('%s gives %j', async (source, result) => {
    expect(await run(source)).toEqual(result)
  })

  it.each(['$sort([1,"a"])', '$sort([{"a":1},{"a":2}])', '$eval("1")', '$nothing(1)', '$toMillis("x")'])(
    '%s is an error',
    async (source) => {
      expect((await errorOf(run(source))).code).toBe('expression.error')
    },
  )

  it('do not include eval even by a detour', async () => {
    expect((await errorOf(run('($e := $eval; $e("1+1"))'))).message).toBe('$eval isn’t available')
    expect((await errorOf(run('"1+1" ~> $eval'))).message).toBe('$eval isn’t available')
  })
})

describe('an expression that does not parse', () => {
  it.each([
    ['1 +', 3],
    ['a.b[', 4],
    ['$match(x, /(?=a)/)', undefined],
    ['$match(x, /(a)\\1/)', undefined],
    ['"abc', 4],
  ])('%j says so with its position', (source, position) => {
    let error: ExpressionError | undefined
    try {
      compileExpression(source)
    } catch (thrown) {
      error = thrown as ExpressionError
    }
    expect(error?.code).toBe('expression.syntax')
    if (position !== undefined) expect(error?.position).toBe(position)
  })

  it.each([
    ['brackets', `${'('.repeat(9_000)}1${')'.repeat(9_000)}`],
    ['lists', `${'['.repeat(5_000)}1${']'.repeat(5_000)}`],
    ['a sum', Array.from({ length: 4_000 }, () => '1').join('+')],
    ['minus signs', `${'-'.repeat(9_000)}1`],
    ['a long text', `"${'x'.repeat(30_000)}"`],
  ])('is refused when it is too deep or too long: %s', (_name, source) => {
    expect(() => compileExpression(source)).toThrow(/too deeply|longer than/)
  })
})

describe('the cache of expressions', () => {
  it('is bounded and forgets the least used first', async () => {
    for (let index = 0; index < 5_100; index++) compileExpression(`${index} + 1`)
    expect(await run('5099 + 1')).toBe(5_100)
    expect(await run('0 + 1')).toBe(1)
  })

  it('lets evaluations of the same expression run beside each other', async () => {
    const source = '$sum($map(list, function($x){ $x * $random() * 0 + $x }))'
    const results = await Promise.all([1, 2, 3].map((n) => run(source, { list: [n, n] })))
    expect(results).toEqual([2, 4, 6])
  })
})
