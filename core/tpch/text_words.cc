// The lists of the comment text's words.
#include "tpch/text_words.h"

#include <array>

namespace engine::tpch {

WeightedWords nouns() {
  static constexpr std::array<EquallyWeighted, 5> list = {{
      {40, "packages,requests,accounts,deposits"},
      {20, "foxes,ideas,theodolites,pinto beans,instructions"},
      {10, "dependencies,excuses,platelets,asymptotes"},
      {5, "courts,dolphins"},
      {1,
       "multipliers,sauternes,warthogs,frets,dinos,attainments,somas,Tiresias,"
       "patterns,forges,braids,frays,warhorses,dugouts,notornis,epitaphs,pearls,"
       "tithes,waters,orbits,gifts,sheaves,depths,sentiments,decoys,realms,pains,"
       "grouches,escapades,hockey players"},
  }};
  return list;
}

WeightedWords verbs() {
  static constexpr std::array<EquallyWeighted, 4> list = {{
      {20, "sleep,wake,are,cajole,haggle"},
      {10, "nag,use,boost"},
      {5, "affix,detect,integrate"},
      {1,
       "maintain,nod,was,lose,sublate,solve,thrash,promise,engage,hinder,print,x-ray,"
       "breach,eat,grow,impress,mold,poach,serve,run,dazzle,snooze,doze,unwind,kindle,"
       "play,hang,believe,doubt"},
  }};
  return list;
}

WeightedWords adverbs() {
  static constexpr std::array<EquallyWeighted, 6> list = {{
      {1, "sometimes,always,never"},
      {50, "furiously,slyly,carefully"},
      {40, "blithely"},
      {30, "quickly"},
      {20, "fluffily"},
      {1,
       "slowly,quietly,ruthlessly,thinly,closely,doggedly,daringly,bravely,stealthily,"
       "permanently,enticingly,idly,busily,regularly,finally,ironically,evenly,boldly,"
       "silently"},
  }};
  return list;
}

WeightedWords adjectives() {
  static constexpr std::array<EquallyWeighted, 7> list = {{
      {20, "special,pending,unusual,express"},
      {1,
       "furious,sly,careful,blithe,quick,fluffy,slow,quiet,ruthless,thin,close,dogged,"
       "daring,brave,stealthy,permanent,enticing,idle,busy"},
      {50, "regular"},
      {40, "final,ironic"},
      {30, "even"},
      {20, "bold"},
      {10, "silent"},
  }};
  return list;
}

WeightedWords prepositions() {
  static constexpr std::array<EquallyWeighted, 6> list = {{
      {50, "about,above,according to,across,after"},
      {40, "against,along"},
      {30, "alongside of,among"},
      {20, "around"},
      {10, "at"},
      {1,
       "atop,before,behind,beneath,beside,besides,between,beyond,by,despite,during,"
       "except,for,from,in place of,inside,instead of,into,near,of,on,outside,over,"
       "past,since,through,throughout,to,toward,under,until,up,upon,whithout,with,"
       "within"},
  }};
  return list;
}

WeightedWords auxiliaries() {
  static constexpr std::array<EquallyWeighted, 1> list = {{
      {1,
       "do,may,might,shall,will,would,can,could,should,ought to,must,will have to,"
       "shall have to,could have to,should have to,must have to,need to,try to"},
  }};
  return list;
}

WeightedWords terminators() {
  static constexpr std::array<EquallyWeighted, 2> list = {{
      {50, "."},
      {1, ";,:,?,!,--"},
  }};
  return list;
}

}  // namespace engine::tpch
