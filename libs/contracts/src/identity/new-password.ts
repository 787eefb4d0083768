import type { FieldDecorator, FieldOptions } from '../kit/field-decorator.ts';
import { Text } from '../kit/fields.ts';

/** The shortest password that can be set (decisions 2). Characters. */
export const PASSWORD_MIN = 10;
/** The longest password that can be set (decisions 2). Characters. */
export const PASSWORD_MAX = 128;

/** A password that is being set; the identity service also refuses common ones. */
export function NewPassword<O extends boolean = false>(
  options: FieldOptions<string, false, O> = {},
): FieldDecorator<string | (O extends true ? undefined : never)> {
  return Text<false, O>({ ...options, min: PASSWORD_MIN, max: PASSWORD_MAX });
}
