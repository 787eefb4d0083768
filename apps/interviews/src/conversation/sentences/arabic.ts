import type { Sentences } from './sentences.ts';

export const ARABIC: Sentences = {
  greeting: (topic) =>
    `مرحبًا! موضوع هذه المقابلة: ${topic}\n\nأجب بكلماتك الخاصة، أو اكتب "skip" لتجاوز سؤال.`,
  openQuestion: 'ما الذي ينبغي أن نعرفه عن ذلك؟',
  followUps: [
    'هل يمكنك إعطاء مثال؟',
    'ما الذي يعيق ذلك، أو ما الذي يمكن أن يعمل بشكل أفضل؟',
    'ما الأمور المهمة الأخرى التي لم نتحدث عنها؟',
  ],
  about: (title) => `لنتحدث عن هذا الموضوع: ${title}. ما الذي ينبغي أن نعرفه عنه؟`,
  closing: 'شكرًا! اكتملت المقابلة وسُجِّلت إجاباتك.',
  progress: (answered, questions) => `الأسئلة المجاب عنها: ${answered} من ${questions}.`,
};
