/// The names of vi's commands at the colon that memo does not have, as Vim lists them.
enum ViCommandNames {
  // Each with its shortest form, and the rest of the name.
  private static let all = """
    ab/breviate abc/lear abo/veleft al/l am/enu an/oremenu a/ppend arga/dd argded/upe argd/elete argdo arge/dit \
    argg/lobal argl/ocal ar/gs argu/ment as/cii aug/roup aun/menu au/tocmd bad/d ba/ll balt bd/elete be/have \
    bel/owright bf/irst bl/ast bm/odified bN/ext bn/ext bo/tright bp/revious brea/k breaka/dd breakd/el breakl/ist \
    br/ewind bro/wse bufdo b/uffer buffers bun/load bw/ipeout ca/bbrev cabc/lear cabo/ve cad/dbuffer cadde/xpr \
    caddf/ile caf/ter cal/l cat/ch cbef/ore cbel/ow cbo/ttom cb/uffer cc ccl/ose cd cdo ce/nter cex/pr cfd/o cf/ile \
    cfir/st cgetb/uffer cgete/xpr cg/etfile c/hange changes chd/ir che/ckpath checkt/ime chi/story class cla/st \
    cle/arjumps cl/ist clo/se cm/ap cmapc/lear cme/nu cnew/er cN/ext cn/ext cNf/ile cnf/ile cnorea/bbrev cno/remap \
    cnoreme/nu col/der colo/rscheme comc/lear com/mand comp/iler conf/irm cons/t con/tinue cope/n co/py cpf/ile \
    cp/revious cr/ewind cs/cope cst/ag cuna/bbrev cu/nmap cunme/nu cw/indow deb/ug debugg/reedy def defc/ompile defer \
    delc/ommand d/elete delf/unction delm/arks diffg/et diffo/ff diffp/atch diffpu/t diffs/plit diffthis dif/fupdate \
    dig/raphs disa/ssemble di/splay dj/ump dl dli/st doautoa/ll do/autocmd dr/op ds/earch dsp/lit ea/rlier ec/ho \
    echoc/onsole echoe/rr echoh/l echom/sg echon echow/indow el/se elsei/f em/enu endclass enddef endfo/r \
    endf/unction en/dif endt/ry endw/hile ev/al ex exe/cute exp/ort exu/sage f/ile files filet/ype filt/er final \
    fina/lly fin/d fini/sh fir/st fix/del fo/ld foldc/lose folddoc/losed foldd/oopen foldo/pen for fu/nction g/lobal \
    go/to gr/ep grepa/dd gu/i gv/im ha/rdcopy helpc/lose helpf/ind helpg/rep helpt/ags hid/e hi/ghlight his/tory \
    hor/izontal ia/bbrev iabc/lear if ij/ump il/ist im/ap imapc/lear ime/nu imp/ort inorea/bbrev ino/remap inoreme/nu \
    i/nsert int/ro is/earch isp/lit iuna/bbrev iu/nmap iunme/nu j/oin ju/mps k keepa/lt keepj/umps kee/pmarks \
    keepp/atterns lab/ove laddb/uffer lad/dexpr laddf/ile laf/ter lan/guage la/st lat/er lbef/ore lbel/ow lbo/ttom \
    lb/uffer lc/d lch/dir lcl/ose lcs/cope ld/o le/ft lefta/bove leg/acy let lex/pr lfd/o lf/ile lfir/st lgetb/uffer \
    lgete/xpr lg/etfile lgr/ep lgrepa/dd lh/elpgrep lhi/story l/ist ll lla/st lli/st lmak/e lm/ap lmapc/lear lnew/er \
    lN/ext lne/xt lNf/ile lnf/ile ln/oremap loadk/eymap lo/adview loc/kmarks lockv/ar lol/der lope/n lpf/ile \
    lp/revious lr/ewind ls lt/ag lua luad/o luaf/ile lu/nmap lv/imgrep lvimgrepa/dd lw/indow mak/e map mapc/lear \
    ma/rk marks mat/ch me/nu menut/ranslate mes/sages mk/exrc mks/ession mksp/ell mkvie/w mkv/imrc mod/e m/ove \
    mzf/ile mz/scheme nbc/lose nb/key nbs/art N/ext n/ext nm/ap nmapc/lear nme/nu nn/oremap nnoreme/nu noa/utocmd \
    noh/lsearch norea/bbrev no/remap noreme/nu norm/al nos/wapfile nu/mber nun/map nunme/nu ol/dfiles om/ap \
    omapc/lear ome/nu on/ly ono/remap onoreme/nu o/pen opt/ions ou/nmap ounme/nu ow/nsyntax pa/ckadd packl/oadall \
    pc/lose ped/it pe/rl perld/o po/p popu/p pp/op pre/serve prev/ious P/rint p/rint profd/el prof/ile pro/mptfind \
    promptr/epl ps/earch pt/ag ptf/irst ptj/ump ptl/ast ptN/ext ptn/ext ptp/revious ptr/ewind pts/elect public pu/t \
    pw/d py3 pyd/o pyf/ile py/thon python3 pythonx pyx pyxd/o pyxf/ile r/ead rec/over redi/r redr/aw redraws/tatus \
    redrawt/abline reg/isters res/ize ret/ab retu/rn rew/ind ri/ght rightb/elow rub/y rubyd/o rubyf/ile rund/o \
    ru/ntime rv/iminfo sal/l san/dbox sa/rgument sav/eas sba/ll sbf/irst sbl/ast sbm/odified sbN/ext sbn/ext \
    sbp/revious sbr/ewind sb/uffer scripte/ncoding scr/iptnames scriptv/ersion scs/cope se/t setf/iletype setg/lobal \
    setl/ocal sf/ind sfir/st sh/ell sig/n sil/ent sim/alt sla/st sl/eep sm/agic smap smapc/lear sme/nu smi/le sN/ext \
    sn/ext sno/magic snor/emap snoreme/nu sor/t so/urce spelld/ump spe/llgood spelli/nfo spellra/re spellr/epall \
    spellu/ndo spellw/rong sp/lit spr/evious sre/wind sta/g startg/replace star/tinsert startr/eplace static stj/ump \
    stopi/nsert sts/elect s/ubstitute sun/hide sunm/ap sunme/nu sv/iew sw/apname sync/bind sy/ntax synti/me t tab \
    tabc/lose tabdo tabe/dit tabf/ind tabfir/st tabl/ast tabm/ove tabnew tabN/ext tabn/ext tabo/nly tabp/revious \
    tabr/ewind tabs ta/g tags tc/d tch/dir tcl tcld/o tclf/ile te/aroff ter/minal tf/irst th/row tj/ump tl/ast \
    tlm/enu tln/oremenu tlu/nmenu tma/p tmapc/lear tm/enu tN/ext tn/ext tno/remap to/pleft tp/revious tr/ewind try \
    ts/elect tunma/p tu/nmenu una/bbreviate undoj/oin undol/ist unh/ide unl/et unlo/ckvar unm/ap unme/nu uns/ilent \
    var verb/ose ve/rsion vert/ical v/global vie/w vim9/cmd vim/grep vimgrepa/dd vi/sual viu/sage vm/ap vmapc/lear \
    vme/nu vne/w vn/oremap vnoreme/nu vs/plit vu/nmap vunme/nu wh/ile winc/md windo winp/os wi/nsize wN/ext wn/ext \
    wp/revious wu/ndo wv/iminfo X xm/ap xmapc/lear xme/nu xn/oremap xnoreme/nu xr/estore xu/nmap xunme/nu y/ank z
    """.split(separator: " ").map { $0.split(separator: "/").map { Array($0.utf8) } }

  /// Whether a name, or the beginning of one that is enough for vi, is among them.
  static func contains(_ name: some Collection<UInt8>) -> Bool {
    all.contains { name.starts(with: $0[0]) && $0.joined().starts(with: name) }
  }
}
