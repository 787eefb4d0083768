import { Controller } from '@nestjs/common';
import { Ctx, type MessageHandler, Payload } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';

/** A class that Nest constructs. */
type AnyClass = abstract new (...dependencies: never[]) => object;
type Method = (this: object, payload: object, context: unknown) => unknown;

/** One of Nest's decorators for handlers: `@MessagePattern()` or `@EventPattern()`. */
export type PatternDecorator = (
  target: object,
  name: string,
  descriptor: TypedPropertyDescriptor<unknown>,
) => unknown;

const controllers = new WeakSet<object>();

/** Makes a class a controller of Nest, as `@Controller()` does. */
export function declareController(controller: AnyClass): void {
  Controller()(controller);
  controllers.add(controller);
}

/** Whether a class was declared a controller here; as a mere provider it would serve nothing. */
export function isController(metatype: object): boolean {
  return controllers.has(metatype);
}

/**
 * Makes a method a handler of Nest, as its decorators on the method do: the first parameter is `@Payload()`, of the type
 * given, the second one `@Ctx()`. Guards, pipes, interceptors and filters that are declared on the method stay with it.
 * @throws Error when the class has no such method.
 */
export function declareHandler(
  controller: AnyClass,
  name: string,
  pattern: PatternDecorator,
  payloadType: unknown = Object,
): void {
  const prototype = controller.prototype as object;
  pattern(prototype, name, descriptorOf(controller, name));
  Payload()(prototype, name, 0);
  Ctx()(prototype, name, 1);
  Reflect.defineMetadata('design:paramtypes', [payloadType, Object], prototype, name);
}

/** Wraps a method; the wrapper keeps its metadata. */
export function wrapMethod(controller: AnyClass, name: string, wrap: (method: Method) => Method): void {
  const descriptor = descriptorOf(controller, name);
  const method = descriptor.value as Method;
  const wrapped = wrap(method);
  for (const key of Reflect.getMetadataKeys(method) as unknown[]) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), wrapped);
  }
  Object.defineProperty(controller.prototype, name, { ...descriptor, value: wrapped });
}

/** Calls a handler that Nest made; awaits an observable, which interceptors and filters return. */
export async function resultOf(handler: MessageHandler, payload: object, context: unknown): Promise<unknown> {
  const result: unknown = await handler(payload, context);
  return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
}

function descriptorOf(controller: AnyClass, name: string): TypedPropertyDescriptor<unknown> {
  const descriptor = Object.getOwnPropertyDescriptor(controller.prototype, name);
  if (typeof descriptor?.value !== 'function') throw new Error(`${controller.name} has no method ${name}.`);
  return descriptor;
}
