import type { Words } from './language.ts'

interface RaiseWords {
  title: string
  note: string
  points: (points: string) => string
  total: (total: string) => string
  /** By the signal and the id of its rule. */
  changes: Record<string, string>
}

/** Changes that would raise a score. */
export const raiseWords: Words<RaiseWords> = {
  en: {
    title: 'What would raise it',
    note: 'From the open rules alone. A change needs a new score; this one stays as it is.',
    points: (points) => `+${points}`,
    total: (total) => `total ${total}`,
    changes: {
      'name hidden': 'if the name has no invisible or look-alike characters',
      'name marks': 'if no letter is struck through or has piles of marks',
      'name length': 'if the name has 3 to 12 characters',
      'name alpha': 'if the name has only letters',
      'name script': 'if the name uses one alphabet',
      'name separators': 'if the name has no underscores or extra hyphens',
      'name words': 'if the name has 3 words or fewer',
      'name clusters': 'if the name is easier to pronounce',
      'name repeat': 'if no letter repeats three times',
      'name caps': 'if the name uses capitals in one way',
      'social match': 'if the X handle matches the name',
      'social mentions': 'if one more established creator mentions the handle',
      'social short': 'if the handle has 4 characters or more',
      'social reserved': 'if the handle has no “twitter” or “admin” in it',
      'social noletters': 'if the handle has letters',
      'social digits': 'if the handle has fewer digits',
      'social underscores': 'if the handle has fewer underscores',
      'social repeat': 'if no character repeats four times in the handle',
    },
  },
  es: {
    title: 'Qué la subiría',
    note: 'Solo según las reglas públicas. Un cambio necesita una nota nueva; esta no cambia.',
    points: (points) => `+${points}`,
    total: (total) => `total ${total}`,
    changes: {
      'name hidden': 'si el nombre no tiene caracteres invisibles o parecidos',
      'name marks': 'si ninguna letra está tachada ni cargada de marcas',
      'name length': 'si el nombre tiene de 3 a 12 caracteres',
      'name alpha': 'si el nombre solo tiene letras',
      'name script': 'si el nombre usa un solo alfabeto',
      'name separators': 'si el nombre no tiene guiones bajos ni guiones de más',
      'name words': 'si el nombre tiene 3 palabras o menos',
      'name clusters': 'si el nombre es más fácil de pronunciar',
      'name repeat': 'si ninguna letra se repite tres veces',
      'name caps': 'si el nombre usa las mayúsculas de una sola forma',
      'social match': 'si la cuenta de X coincide con el nombre',
      'social mentions': 'si otro creador establecido menciona la cuenta',
      'social short': 'si la cuenta tiene 4 caracteres o más',
      'social reserved': 'si la cuenta no contiene «twitter» ni «admin»',
      'social noletters': 'si la cuenta tiene letras',
      'social digits': 'si la cuenta tiene menos cifras',
      'social underscores': 'si la cuenta tiene menos guiones bajos',
      'social repeat': 'si ningún carácter se repite cuatro veces',
    },
  },
  zh: {
    title: '怎样能提高分数',
    note: '仅根据公开规则。修改后需要重新评分，本次评分不会改变。',
    points: (points) => `+${points}`,
    total: (total) => `总分 ${total}`,
    changes: {
      'name hidden': '如果名称不含不可见或形似字符',
      'name marks': '如果字母不带删除线或堆叠符号',
      'name length': '如果名称为 3–12 个字符',
      'name alpha': '如果名称只含字母',
      'name script': '如果名称只用一种字母',
      'name separators': '如果名称没有下划线或多余的连字符',
      'name words': '如果名称不超过 3 个词',
      'name clusters': '如果名称更容易读出',
      'name repeat': '如果没有字母连续出现三次',
      'name caps': '如果名称的大小写一致',
      'social match': '如果 X 账号与名称相符',
      'social mentions': '如果再有一位资深创建者提到该账号',
      'social short': '如果账号至少 4 个字符',
      'social reserved': '如果账号不含“twitter”或“admin”',
      'social noletters': '如果账号含有字母',
      'social digits': '如果账号的数字更少',
      'social underscores': '如果账号的下划线更少',
      'social repeat': '如果账号没有字符连续出现四次',
    },
  },
}
